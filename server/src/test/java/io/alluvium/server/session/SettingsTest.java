package io.alluvium.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class SettingsTest {
    private final Settings settings = new Settings();

    @Test
    void settingsThatMeanSomethingAreChecked() {
        assertNull(settings.set(Settings.ZONE, "Asia/Shanghai"));
        assertEquals(ZoneId.of("Asia/Shanghai"), settings.zone());
        assertNull(settings.set(Settings.CHECKPOINT_INTERVAL, "200 ms"));
        assertEquals(200, settings.checkpointIntervalMillis());
        assertCode(ErrorCode.OPTION_INVALID, Settings.ZONE, "Mars/Base");
        assertCode(ErrorCode.OPTION_INVALID, Settings.CHECKPOINT_INTERVAL, "200");
        assertCode(ErrorCode.OPTION_INVALID, Settings.PARALLELISM, "0");
        assertCode(ErrorCode.OPTION_INVALID, Settings.BAD_DATA, "ignore");
    }

    @Test
    void flinkSettingsWithoutMeaningHereWarnAndUnknownOnesAreRefused() {
        assertNotNull(settings.set("table.exec.mini-batch.enabled", "true"));
        AlluviumException error = assertCode(ErrorCode.OPTION_UNKNOWN, "parallelism.defualt", "2");
        assertEquals("did you mean \"parallelism.default\"?", error.hint());
        assertCode(ErrorCode.UNSUPPORTED, "table.exec.state.ttl", "1 d");
    }

    @Test
    void resetGoesBackToWhatTheWarehouseGave() {
        assertNull(settings.preset(Settings.PARALLELISM, "3"));
        assertNotNull(settings.preset("state.backend", "rocksdb"));
        settings.set(Settings.PARALLELISM, "5");
        settings.set(Settings.JOB_NAME, "a");
        assertNull(settings.reset(Settings.PARALLELISM));
        assertEquals(3, settings.parallelism());
        settings.set(Settings.PARALLELISM, "5");
        settings.copy().resetAll();
        assertEquals(5, settings.parallelism());
        settings.resetAll();
        assertEquals(3, settings.parallelism());
        assertNull(settings.get(Settings.JOB_NAME));
        assertNotNull(settings.reset("table.exec.mini-batch.enabled"));
        AlluviumException error = assertThrows(AlluviumException.class, () -> settings.reset("parallelism.defualt"));
        assertEquals(ErrorCode.OPTION_UNKNOWN, error.code());
    }

    @Test
    void aCopyKeepsItsValues() {
        settings.set(Settings.JOB_NAME, "a");
        Settings copy = settings.copy();
        settings.set(Settings.JOB_NAME, "b");
        settings.resetAll();
        assertEquals("a", copy.get(Settings.JOB_NAME));
        assertNull(settings.get(Settings.JOB_NAME));
    }

    private AlluviumException assertCode(ErrorCode code, String key, String value) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> settings.set(key, value));
        assertEquals(code, error.code());
        return error;
    }
}
