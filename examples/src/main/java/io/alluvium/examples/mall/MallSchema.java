package io.alluvium.examples.mall;

/** The tables of the two source databases: {@code mall} (trade) and {@code crm} (users). */
final class MallSchema {
    static final SourceTable USER_INFO = SourceTable.of(
            "crm",
            "user_info",
            "id",
            "id bigint",
            "login_name varchar(64)",
            "nick_name varchar(64)",
            "user_level enum('普通','白银','黄金','钻石')",
            "phone varchar(20)",
            "email varchar(100)",
            "gender char(1)",
            "is_vip tinyint(1)",
            "birthday date",
            "create_time datetime",
            "operate_time datetime");

    static final SourceTable BASE_PROVINCE = SourceTable.of(
            "mall",
            "base_province",
            "id",
            "id int",
            "name varchar(20)",
            "region_name varchar(20)",
            "area_code varchar(20)",
            "iso_code varchar(20)");

    static final SourceTable SKU_INFO = SourceTable.of(
            "mall",
            "sku_info",
            "id",
            "id int",
            "sku_name varchar(200)",
            "category_name varchar(50)",
            "price decimal(10,2)",
            "is_sale tinyint(1)",
            "create_time datetime");

    /** sku_info after the third day's ALTER TABLE. */
    static final SourceTable SKU_INFO_WITH_PROMOTION = SKU_INFO.plus("promo_text", "varchar(40)");

    static final SourceTable ORDER_INFO = SourceTable.of(
            "mall",
            "order_info",
            "id",
            "id bigint",
            "user_id bigint",
            "province_id int",
            "order_status varchar(20)",
            "total_amount decimal(16,2)",
            "create_time datetime",
            "operate_time datetime");

    static final SourceTable ORDER_DETAIL = SourceTable.of(
            "mall",
            "order_detail",
            "id",
            "id bigint",
            "order_id bigint",
            "sku_id int",
            "sku_num int",
            "order_price decimal(10,2)");

    static final SourceTable PAYMENT_INFO = SourceTable.of(
            "mall",
            "payment_info",
            "id",
            "id bigint",
            "order_id bigint",
            "payment_type varchar(20)",
            "total_amount decimal(16,2)",
            "callback_time datetime");

    static final SourceTable COMMENT_INFO = SourceTable.of(
            "mall",
            "comment_info",
            "id",
            "id bigint",
            "user_id bigint",
            "sku_id int",
            "order_id bigint",
            "appraise varchar(10)",
            "comment_txt text",
            "create_time datetime",
            "operate_time datetime");

    /** A table of the mall database that no job reads and that has no primary key. */
    static final SourceTable TRACE_LOG =
            SourceTable.of("mall", "trace_log", "", "ts bigint", "service varchar(20)", "note varchar(100)");

    /** A rehearsal database whose messages reach the mall topic by a wrong filter; its ids are not even numbers. */
    static final SourceTable REHEARSAL_ORDER_INFO = SourceTable.of(
            "mall_rehearsal",
            "order_info",
            "id",
            "id varchar(20)",
            "user_id varchar(20)",
            "province_id varchar(20)",
            "order_status varchar(20)",
            "total_amount varchar(20)",
            "create_time varchar(20)",
            "operate_time varchar(20)");

    private MallSchema() {}
}
