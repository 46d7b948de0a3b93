package io.alluvium.core.type;

import io.alluvium.core.type.DataType.Field;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The named, typed columns of a stream of rows, in order. Names need not be unique inside a plan. */
public record Schema(List<Field> fields) implements Serializable {
    public Schema {
        fields = List.copyOf(fields);
    }

    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    public int size() {
        return fields.size();
    }

    public DataType type(int column) {
        return fields.get(column).type();
    }

    public String name(int column) {
        return fields.get(column).name();
    }

    /** Position of the first column of this name, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The columns at these positions, in this order. */
    public Schema select(int... columns) {
        List<Field> chosen = new ArrayList<>(columns.length);
        for (int column : columns) {
            chosen.add(fields.get(column));
        }
        return new Schema(chosen);
    }

    /** This schema's columns followed by the other's. */
    public Schema concat(Schema other) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(other.fields);
        return new Schema(all);
    }

    @Override
    public String toString() {
        return fields.stream()
                .map(field -> field.name() + " " + field.type().ddl())
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
