package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.lang.reflect.Constructor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.SimpleCompiler;

/** Compiles kernels with Janino. Equal sources share one class; the most recently used are kept. */
final class KernelCompiler {
    static final String CLASS_NAME = "GeneratedKernel";
    private static final int KEPT = 256;

    private static final Map<String, Constructor<? extends Kernel>> COMPILED = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Constructor<? extends Kernel>> eldest) {
            return size() > KEPT;
        }
    };

    private KernelCompiler() {}

    static Kernel instantiate(String source, Object[] constants) {
        try {
            return constructor(source).newInstance((Object) constants);
        } catch (ReflectiveOperationException e) {
            throw broken(source, e);
        }
    }

    private static Constructor<? extends Kernel> constructor(String source) {
        synchronized (COMPILED) {
            Constructor<? extends Kernel> ready = COMPILED.get(source);
            if (ready != null) {
                return ready;
            }
        }
        Constructor<? extends Kernel> compiled = compile(source);
        synchronized (COMPILED) {
            COMPILED.put(source, compiled);
        }
        return compiled;
    }

    private static Constructor<? extends Kernel> compile(String source) {
        try {
            return compiler(source)
                    .getClassLoader()
                    .loadClass(CLASS_NAME)
                    .asSubclass(Kernel.class)
                    .getConstructor(Object[].class);
        } catch (ReflectiveOperationException e) {
            throw broken(source, e);
        }
    }

    static SimpleCompiler compiler(String source) {
        SimpleCompiler compiler = new SimpleCompiler();
        compiler.setParentClassLoader(Kernel.class.getClassLoader());
        try {
            compiler.cook(source);
        } catch (CompileException e) {
            throw broken(source, e);
        }
        return compiler;
    }

    private static AlluviumException broken(String source, Exception cause) {
        String shown = source.length() > 20_000 ? source.substring(0, 20_000) + "…" : source;
        return new AlluviumException(
                ErrorCode.INTERNAL,
                "generated code does not compile: " + cause.getMessage() + "\n" + shown,
                null,
                cause);
    }
}
