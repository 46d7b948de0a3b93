package io.alluvium.testkit.servers.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MySqlServerTest {
    @Test
    void whatWasCommittedIsThereAfterAKill() {
        try (MySqlServer server = MySqlServer.start()) {
            server.emptyDatabase("d");
            server.execute("CREATE TABLE d.t (id INT PRIMARY KEY, v VARCHAR(9))", "INSERT INTO d.t VALUES (1, 'a')");
            server.kill();
            assertThrows(SQLException.class, server::connect);
            server.restart();
            server.execute("INSERT INTO d.t VALUES (2, NULL)");
            server.stop();
            server.restart();
            assertEquals(List.of("1|a", "2|NULL"), server.query("SELECT * FROM d.t ORDER BY id"));
            assertEquals(List.of(MySqlPrograms.VERSION), server.query("SELECT VERSION()"));
        }
    }
}
