package io.alluvium.examples.mall;

import java.util.List;
import java.util.Random;

/** Names of the example: the 34 provinces of China, goods, people, and what buyers write. */
final class MallNames {
    /**
     * A province.
     *
     * @param weight its share of orders, relative to the others
     */
    record Province(String name, String region, String areaCode, String isoCode, int weight) {}

    /** A group of goods with the lowest price in yuan of its first item. */
    record Goods(String category, int price, List<String> names) {}

    static final List<Province> PROVINCES = List.of(
            new Province("北京", "华北", "110000", "CN-BJ", 9),
            new Province("天津", "华北", "120000", "CN-TJ", 4),
            new Province("河北", "华北", "130000", "CN-HE", 6),
            new Province("山西", "华北", "140000", "CN-SX", 3),
            new Province("内蒙古", "华北", "150000", "CN-NM", 2),
            new Province("辽宁", "东北", "210000", "CN-LN", 4),
            new Province("吉林", "东北", "220000", "CN-JL", 2),
            new Province("黑龙江", "东北", "230000", "CN-HL", 3),
            new Province("上海", "华东", "310000", "CN-SH", 10),
            new Province("江苏", "华东", "320000", "CN-JS", 12),
            new Province("浙江", "华东", "330000", "CN-ZJ", 12),
            new Province("安徽", "华东", "340000", "CN-AH", 6),
            new Province("福建", "华东", "350000", "CN-FJ", 6),
            new Province("江西", "华东", "360000", "CN-JX", 4),
            new Province("山东", "华东", "370000", "CN-SD", 9),
            new Province("河南", "华中", "410000", "CN-HA", 8),
            new Province("湖北", "华中", "420000", "CN-HB", 7),
            new Province("湖南", "华中", "430000", "CN-HN", 6),
            new Province("广东", "华南", "440000", "CN-GD", 16),
            new Province("广西", "华南", "450000", "CN-GX", 4),
            new Province("海南", "华南", "460000", "CN-HI", 2),
            new Province("重庆", "西南", "500000", "CN-CQ", 5),
            new Province("四川", "西南", "510000", "CN-SC", 8),
            new Province("贵州", "西南", "520000", "CN-GZ", 3),
            new Province("云南", "西南", "530000", "CN-YN", 3),
            new Province("西藏", "西南", "540000", "CN-XZ", 1),
            new Province("陕西", "西北", "610000", "CN-SN", 4),
            new Province("甘肃", "西北", "620000", "CN-GS", 2),
            new Province("青海", "西北", "630000", "CN-QH", 1),
            new Province("宁夏", "西北", "640000", "CN-NX", 1),
            new Province("新疆", "西北", "650000", "CN-XJ", 2),
            new Province("台湾", "华东", "710000", "CN-TW", 1),
            new Province("香港", "华南", "810000", "CN-HK", 2),
            new Province("澳门", "华南", "820000", "CN-MO", 1));

    static final List<Goods> GOODS = List.of(
            new Goods(
                    "手机数码",
                    899,
                    List.of(
                            "星河 X5 手机 8+256G",
                            "星河 X5 手机 12+512G",
                            "云雀 折叠屏手机",
                            "轻羽 平板 11 英寸",
                            "回声 蓝牙耳机",
                            "回声 降噪耳机 Pro",
                            "疾风 充电宝 20000mAh",
                            "迅充 65W 充电头",
                            "山岚 运动手表",
                            "山岚 儿童手表")),
            new Goods(
                    "家用电器",
                    199,
                    List.of(
                            "清泉 净水壶",
                            "暖阳 电热水壶 1.7L",
                            "晨雾 加湿器",
                            "松风 空气净化器",
                            "米香 电饭煲 4L",
                            "微光 台灯",
                            "静音 风扇",
                            "小旋风 吸尘器",
                            "冰川 车载冰箱",
                            "丝绒 吹风机")),
            new Goods(
                    "食品生鲜",
                    19,
                    List.of(
                            "五常大米 5kg",
                            "赣南脐橙 10 斤",
                            "烟台苹果 5kg",
                            "云南小粒咖啡 250g",
                            "西湖龙井 100g",
                            "内蒙古牛肉干 500g",
                            "东北黑木耳 200g",
                            "四川腊肠 500g",
                            "新疆红枣 1kg",
                            "鲜牛奶 12 盒")),
            new Goods(
                    "服饰鞋包",
                    59,
                    List.of(
                            "纯棉 T 恤 白",
                            "纯棉 T 恤 黑",
                            "防晒衣 薄荷绿",
                            "亚麻衬衫",
                            "牛仔裤 直筒",
                            "跑步鞋 42 码",
                            "帆布鞋 38 码",
                            "通勤双肩包",
                            "折叠雨伞",
                            "羊毛围巾 “冬日”")),
            new Goods(
                    "美妆个护",
                    29,
                    List.of(
                            "玫瑰护手霜",
                            "氨基酸洗面奶",
                            "补水面膜 10 片",
                            "Rosé 口红 #05",
                            "防晒霜 SPF50+",
                            "电动牙刷",
                            "薄荷牙膏 3 支装",
                            "洗发水 500ml",
                            "沐浴露 1L",
                            "香薰蜡烛 🕯️")),
            new Goods(
                    "图书文娱",
                    25,
                    List.of(
                            "《流式系统》",
                            "《数据密集型应用》",
                            "《三国演义》全四册",
                            "《SQL 进阶》 \"第 2 版\"",
                            "水彩颜料 24 色",
                            "古筝入门套装",
                            "拼图 1000 片",
                            "围棋 \\ 五子棋 两用",
                            "口琴 24 孔",
                            "地球仪 32cm")));

    /** Names that break careless code: quotes, backslash, tab, emoji beyond the basic plane, empty, the word null. */
    static final List<String> ODD_NAMES = List.of(
            "O'Brien",
            "Zoë",
            "田中",
            "😀笑口常开",
            "null",
            "",
            "say \"hi\"",
            "back\\slash",
            "tab\there",
            "👨‍👩‍👧一家三口",
            "Иван",
            "𠮷野家");

    static final List<String> PRAISE =
            List.of("质量很好，物流很快 👍", "和描述一致，推荐！", "第二次买了，家里人都喜欢", "包装完好；客服态度好", "性价比高", "超出预期 🎉🎉");
    static final List<String> MIDDLING = List.of("一般般，对得起价格", "颜色有点色差", "说明书只有英文", "发货慢了两天");
    static final List<String> BLAME = List.of("用了一天就坏了", "与图片不符，\n要求退货", "少发了一件 😡", "尺码偏小，\"退\"了");

    private static final String SURNAMES = "赵钱孙李周吴郑王冯陈卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马方袁柳史唐薛雷贺";
    private static final String GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅春雪晨宇欣然子涵浩轩雨桐梓萱思远嘉怡";

    private MallNames() {}

    static String person(Random random) {
        StringBuilder name = new StringBuilder();
        name.append(SURNAMES.charAt(random.nextInt(SURNAMES.length())));
        int given = 1 + random.nextInt(2);
        for (int i = 0; i < given; i++) {
            name.append(GIVEN.charAt(random.nextInt(GIVEN.length())));
        }
        return name.toString();
    }

    /** The number (from 1) of a province, the heavier the more likely. */
    static int province(Random random) {
        int total = PROVINCES.stream().mapToInt(Province::weight).sum();
        int pick = random.nextInt(total);
        for (int i = 0; i < PROVINCES.size(); i++) {
            pick -= PROVINCES.get(i).weight();
            if (pick < 0) {
                return i + 1;
            }
        }
        throw new AssertionError("weights do not add up to " + total);
    }
}
