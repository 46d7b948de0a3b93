package io.alluvium.examples.mall;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The right answers of the example: the rows of each APP table, and how many rows each table before it holds. */
final class MallAnswers {
    private MallAnswers() {}

    /** The answer's text by table name; {@code row_counts} holds the number of rows of all tables. */
    static Map<String, String> of(MallSimulation simulation, MallLog log) {
        TradeAnswers trade = new TradeAnswers(simulation);
        TrafficAnswers traffic = new TrafficAnswers(log.events());
        Map<String, AnswerTable> tables = new TreeMap<>();
        tables.put("app_gmv_minute_province", trade.gmvByMinuteAndProvince());
        tables.put("app_order_funnel_day", trade.funnelByDay());
        tables.put("app_top_sku", trade.topSkus());
        tables.put("app_sales_by_level", trade.salesByLevel());
        tables.put("app_sku_comment", trade.commentsBySku());
        tables.put("app_uv_minute", traffic.visitsByMinute());
        tables.put("app_user_day", traffic.usersByDay());

        Map<String, Integer> counts = new TreeMap<>();
        trade.countRows(counts);
        traffic.countRows(counts);
        tables.forEach((name, table) -> counts.put("app." + name, table.size()));
        AnswerTable rowCounts = new AnswerTable("table_name", "row_count");
        counts.forEach(rowCounts::add);

        Map<String, String> answers = new LinkedHashMap<>();
        tables.forEach((name, table) -> answers.put(name, table.tsv()));
        answers.put("row_counts", rowCounts.tsv());
        answers.put("late_rows", "table_name\tlate_rows\ndwd.dwd_page_log\t" + traffic.latePages() + "\n");
        return answers;
    }
}
