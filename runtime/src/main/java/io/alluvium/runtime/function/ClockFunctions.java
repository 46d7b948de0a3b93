package io.alluvium.runtime.function;

import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.runtime.expression.TimeMath;
import io.alluvium.runtime.expression.ZoneShift;

/** The current time: the processing time of the row's epoch, in milliseconds. */
public final class ClockFunctions {
    private ClockFunctions() {}

    @ScalarFunction(
            name = "CURRENT_TIMESTAMP",
            signature = "() -> TIMESTAMP_LTZ(3)",
            says = "The current instant.",
            example = "CURRENT_TIMESTAMP IS NOT NULL",
            deterministic = false)
    @ScalarFunction(
            name = "NOW",
            signature = "() -> TIMESTAMP_LTZ(3)",
            says = "The current instant.",
            example = "NOW() IS NOT NULL",
            deterministic = false)
    @ScalarFunction(
            name = "CURRENT_ROW_TIMESTAMP",
            signature = "() -> TIMESTAMP_LTZ(3)",
            says = "The current instant.",
            example = "CURRENT_ROW_TIMESTAMP() IS NOT NULL",
            deterministic = false)
    @ScalarFunction(
            name = "PROCTIME",
            signature = "() -> TIMESTAMP_LTZ(3)",
            says = "The current instant, as a processing-time attribute.",
            example = "PROCTIME() IS NOT NULL",
            deterministic = false)
    public static long now(FunctionContext context) {
        return TimeMath.truncate(context.processingTimeMicros(), 3);
    }

    @ScalarFunction(
            name = "LOCALTIMESTAMP",
            signature = "() -> TIMESTAMP(3)",
            says = "The current time on the session zone's clock.",
            example = "LOCALTIMESTAMP IS NOT NULL",
            deterministic = false)
    public static long localTimestamp(FunctionContext context, ZoneShift zone) {
        return zone.toLocal(now(context));
    }

    @ScalarFunction(
            name = "CURRENT_DATE",
            signature = "() -> DATE",
            says = "The current date on the session zone's clock.",
            example = "CURRENT_DATE IS NOT NULL",
            deterministic = false)
    public static long currentDate(FunctionContext context, ZoneShift zone) {
        return TimeMath.days(localTimestamp(context, zone));
    }

    @ScalarFunction(
            name = "LOCALTIME",
            signature = "() -> TIME(0)",
            says = "The current time of the day on the session zone's clock.",
            example = "LOCALTIME IS NOT NULL",
            deterministic = false)
    @ScalarFunction(
            name = "CURRENT_TIME",
            signature = "() -> TIME(0)",
            says = "The current time of the day on the session zone's clock.",
            example = "CURRENT_TIME IS NOT NULL",
            deterministic = false)
    public static long localTime(FunctionContext context, ZoneShift zone) {
        return TimeMath.truncate(TimeMath.microsOfDay(localTimestamp(context, zone)), 0);
    }
}
