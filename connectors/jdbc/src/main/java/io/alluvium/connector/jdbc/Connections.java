package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.Options;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/** Opens connections to one database, and names it in errors without its password. Thread-safe. */
final class Connections {
    private static final Pattern SECRETS = Pattern.compile("(?i)(password|pwd|token|secret)=[^;&]*");
    private static final Pattern CREDENTIALS = Pattern.compile("//[^/@]*@");
    private static final Pattern H2_RELATIVE = Pattern.compile("jdbc:h2:(file:)?(\\./.*)");

    private final String url;
    private final Driver driver;
    private final Properties properties = new Properties();

    private Connections(String url, Driver driver) {
        this.url = url;
        this.driver = driver;
    }

    static Connections of(Options options, Path warehouse) {
        String url = absolute(options.text(JdbcConnector.URL), warehouse);
        String driverClass = options.textOrNull(JdbcConnector.DRIVER);
        Connections connections = new Connections(url, driver(url, driverClass));
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

    Connection open() {
        try {
            Connection connection = driver.connect(url, properties);
            if (connection == null) {
                throw new SQLException("the driver does not take this address");
            }
            return connection;
        } catch (SQLException e) {
            throw failed("cannot connect", e);
        }
    }

    /** The address for messages. */
    String address() {
        return redacted(url);
    }

    /** The error of a failed operation: system, operation, address. */
    AlluviumException failed(String operation, SQLException e) {
        return new AlluviumException(
                ErrorCode.EXTERNAL_FAILED,
                "database " + address() + ": " + operation + ": " + redacted(firstLine(e)),
                null,
                e);
    }

    static String redacted(String text) {
        return CREDENTIALS.matcher(SECRETS.matcher(text).replaceAll("$1=***")).replaceAll("//***@");
    }

    private static String firstLine(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private static String absolute(String url, Path warehouse) {
        if (url.startsWith("jdbc:h2:mem:") && !url.toUpperCase(Locale.ROOT).contains("DB_CLOSE_DELAY")) {
            // without it a database in memory is gone as soon as no connection is open
            return url + ";DB_CLOSE_DELAY=-1";
        }
        var matcher = H2_RELATIVE.matcher(url);
        if (!matcher.matches()) {
            return url;
        }
        String rest = matcher.group(2);
        int settings = rest.indexOf(';');
        String file = settings < 0 ? rest : rest.substring(0, settings);
        return "jdbc:h2:file:" + warehouse.resolve(file).toAbsolutePath().normalize()
                + (settings < 0 ? "" : rest.substring(settings));
    }

    private static Driver driver(String url, @org.jspecify.annotations.Nullable String driverClass) {
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
                "H2 is built in: jdbc:h2:./name");
    }
}
