package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.Options;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Opens connections to one database, and names it in errors without its password. Thread-safe. */
final class Connections {
    private static final Pattern SECRETS = Pattern.compile("(?i)(password|pwd|token|secret)=[^;&]*");
    private static final Pattern CREDENTIALS = Pattern.compile("//[^/@]*@");

    private final String url;
    private final Driver driver;
    private final SqlDialect dialect;
    private final Properties properties;

    private Connections(String url, Driver driver, SqlDialect dialect) {
        this.url = url;
        this.driver = driver;
        this.dialect = dialect;
        this.properties = dialect.driverSettings();
    }

    static Connections of(Options options, Path warehouse, SqlDialect dialect) {
        String url = dialect.address(options.text(JdbcConnector.URL), warehouse);
        String driverClass = options.textOrNull(JdbcConnector.DRIVER);
        Connections connections = new Connections(url, driver(url, driverClass), dialect);
        String user = options.textOrNull(JdbcConnector.USER);
        String password = options.textOrNull(JdbcConnector.PASSWORD);
        if (user != null) {
            connections.properties.setProperty("user", user);
        }
        if (password != null) {
            connections.properties.setProperty("password", password);
        }
        return connections;
    }

    /** A connection with the session of the dialect. */
    Connection open() {
        try {
            return connect();
        } catch (SQLException e) {
            throw failed("cannot connect", e);
        }
    }

    /** As {@link #open}, for callers that try again. */
    Connection connect() throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not take this address");
        }
        try {
            dialect.prepare(connection);
            return connection;
        } catch (SQLException e) {
            try (connection) {
                throw e;
            }
        }
    }

    /** The address for messages. */
    String address() {
        return redacted(url);
    }

    /** The error of a failed operation: system, operation, address. */
    AlluviumException failed(String operation, SQLException e) {
        boolean refused = dialect.failure(e) == SqlDialect.Failure.VALUE_REFUSED;
        return new AlluviumException(
                refused ? ErrorCode.VALUE_REFUSED : ErrorCode.EXTERNAL_FAILED,
                "database " + address() + ": " + operation + ": " + redacted(reason(e)),
                dialect.hint(e),
                e);
    }

    static String redacted(String text) {
        return CREDENTIALS.matcher(SECRETS.matcher(text).replaceAll("$1=***")).replaceAll("//***@");
    }

    /** The first line of the message and, where a driver hides it, that of the failure below: {@code Connection refused}. */
    private static String reason(SQLException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String first = firstLine(e);
        return root instanceof IOException ? first + " (" + firstLine(root) + ")" : first;
    }

    private static String firstLine(Throwable e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private static Driver driver(String url, @Nullable String driverClass) {
        ClassLoader loader = Connections.class.getClassLoader();
        if (driverClass != null) {
            try {
                return (Driver) Class.forName(driverClass, true, loader)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException | ClassCastException e) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID, "driver \"" + driverClass + "\" cannot be loaded", null, e);
            }
        }
        try {
            for (Driver candidate : ServiceLoader.load(Driver.class, loader)) {
                if (candidate.acceptsURL(url)) {
                    return candidate;
                }
            }
        } catch (SQLException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "url \"" + redacted(url) + "\" is refused by its driver", null, e);
        }
        throw new AlluviumException(
                ErrorCode.OPTION_INVALID,
                "no installed driver takes the url \"" + redacted(url) + "\"",
                "H2 and MySQL are built in: jdbc:h2:./NAME, jdbc:mysql://HOST:3306/DATABASE");
    }
}
