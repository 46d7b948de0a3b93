package io.alluvium.connector.formats;

import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.row.BatchBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Messages in a short form, and the rows and counts that reading them gives. */
final class CanalMessages {
    final Map<String, Long> skips = new TreeMap<>();
    private final TestTable table;
    private final String[] metadata;

    CanalMessages(TestTable table, String... metadata) {
        this.table = table;
        this.metadata = metadata;
    }

    List<String> read(String... messages) {
        RecordDecoder decoder = table.decoder("canal-json", metadata);
        BatchBuilder builder =
                new BatchBuilder(table.formatRequest("canal-json", metadata).schema());
        return RowTexts.decode(decoder, builder, skips, messages);
    }

    /** @param data the rows with apostrophes for quotes: {@code {'id':'1'},{'id':'2'}} */
    static String insert(String tableName, String data) {
        return message("INSERT", tableName, data, null, "");
    }

    static String delete(String tableName, String data) {
        return message("DELETE", tableName, data, null, "");
    }

    static String update(String tableName, String data, String old) {
        return message("UPDATE", tableName, data, old, "");
    }

    /** @param types the members of mysqlType */
    static String insertTyped(String data, String types) {
        return message("INSERT", "t", data, null, types);
    }

    private static String message(String type, String tableName, String data, String old, String types) {
        List<String> parts = new ArrayList<>();
        parts.add("\"data\":[" + quotes(data) + "]");
        parts.add("\"database\":\"shop\",\"es\":1700000000000,\"gtid\":\"\",\"id\":1,\"isDdl\":false");
        parts.add("\"mysqlType\":" + (types.isEmpty() ? "null" : "{" + types + "}"));
        parts.add("\"old\":" + (old == null ? "null" : "[" + quotes(old) + "]"));
        parts.add("\"pkNames\":[\"id\"],\"sql\":\"\",\"sqlType\":null,\"table\":\"" + tableName + "\"");
        parts.add("\"ts\":1700000000123,\"type\":\"" + type + "\"");
        return "{" + String.join(",", parts) + "}";
    }

    static String quotes(String text) {
        return text.replace('\'', '"');
    }
}
