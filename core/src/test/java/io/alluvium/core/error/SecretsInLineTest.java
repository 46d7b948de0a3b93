package io.alluvium.core.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SecretsInLineTest {
    @Test
    void valuesOfTellingOptionsAreHidden() {
        hides("WITH ('password' = 'hunter2', 'x' = 'y')", "WITH ('password' = '*******', 'x' = 'y')");
        hides("'properties.ssl.key.password'='it''s'", "'properties.ssl.key.password'='*****'");
        hides("'pass' = 'x', 'db.PassWord' = 'unclosed", "'pass' = 'x', 'db.PassWord' = '********");
        hides("'properties.sasl.jaas.config' = 'a b \"c\";'", "'properties.sasl.jaas.config' = '********'");
    }

    @Test
    void passwordsInsideAddressesAreHidden() {
        hides("'url' = 'jdbc:mysql://root:hunter2@h/db'", "'url' = 'jdbc:mysql://root:*******@h/db'");
        hides("'url' = 'jdbc:mysql://root:p@ss/w@h/db'", "'url' = 'jdbc:mysql://root:******@h/db'");
        hides("'jdbc:h2:mem:x;PASSWORD=hunter2;A=b'", "'jdbc:h2:mem:x;PASSWORD=*******;A=b'");
        hides("'jdbc:mysql://h/db?user=a&password=hunter2'", "'jdbc:mysql://h/db?user=a&password=*******'");
    }

    @Test
    void referencesAndOtherTextStay() {
        for (String line : new String[] {
            "'password' = '${env:DB_PASSWORD}', 'url' = 'jdbc:mysql://root:${file:pw}@h/db?password=${env:X}'",
            "SELECT password, 'x' = 'y' FROM users WHERE token = 'abc'",
            "'url' = 'jdbc:mysql://h:3306/db'",
            ""
        }) {
            hides(line, line);
        }
    }

    private static void hides(String line, String shown) {
        assertEquals(shown, SecretsInLine.hidden(line));
    }
}
