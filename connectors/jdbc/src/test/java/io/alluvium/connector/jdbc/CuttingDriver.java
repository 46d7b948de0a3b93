package io.alluvium.connector.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;

/** H2 whose connections break once, at a commit: before it (the database dies) or behind it (only the answer is lost). */
public final class CuttingDriver implements Driver {
    enum Cut {
        NEVER,
        BEFORE_COMMIT,
        BEHIND_COMMIT
    }

    static volatile Cut next = Cut.NEVER;

    private final Driver h2 = new org.h2.Driver();

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        Connection real = h2.connect(url, info);
        return (Connection) Proxy.newProxyInstance(
                CuttingDriver.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    Cut cut = method.getName().equals("commit") ? next : Cut.NEVER;
                    if (cut != Cut.NEVER) {
                        next = Cut.NEVER;
                    }
                    if (cut == Cut.BEFORE_COMMIT) {
                        die(real);
                    }
                    try {
                        Object result = method.invoke(real, arguments);
                        if (cut == Cut.BEHIND_COMMIT) {
                            real.close();
                            throw new SQLException("the answer of the commit was lost");
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void die(Connection real) throws SQLException {
        try (Statement statement = real.createStatement()) {
            statement.execute("SHUTDOWN IMMEDIATELY");
        }
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return h2.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
