package io.alluvium.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The arrows between modules go one way, and each library is seen where it belongs. */
class ArchitectureTest {
    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.alluvium");
    }

    @Test
    void coreDependsOnNothing() {
        check(classes()
                .that()
                .resideInAPackage("io.alluvium.core..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.alluvium.core..", "java..", "org.jspecify..", "org.slf4j.."));
    }

    @Test
    void calciteIsSeenInTheParserAndThePlannerOnly() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("io.alluvium.sql..", "io.alluvium.planner..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.calcite.."));
    }

    @Test
    void kafkaIsSeenInItsConnectorOnly() {
        check(noClasses()
                .that()
                .resideInAPackage("io.alluvium..")
                .and()
                .resideOutsideOfPackages("io.alluvium.connector.kafka..", "io.alluvium.testkit.servers.kafka..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "kafka.."));
    }

    @Test
    void theParserSeesCoreOnly() {
        onlySees("io.alluvium.sql..", "io.alluvium.core..");
    }

    @Test
    void theCatalogSeesCoreOnly() {
        onlySees("io.alluvium.catalog..", "io.alluvium.core..");
    }

    @Test
    void thePlannerSeesParserAndCatalog() {
        onlySees("io.alluvium.planner..", "io.alluvium.core..", "io.alluvium.sql..", "io.alluvium.catalog..");
    }

    @Test
    void theRuntimeSeesCoreOnly() {
        onlySees("io.alluvium.runtime..", "io.alluvium.core..");
    }

    @Test
    void connectorsSeeCoreOnlyAndNotEachOther() {
        for (String connector : new String[] {"formats", "files", "basic", "kafka"}) {
            onlySees("io.alluvium.connector." + connector + "..", "io.alluvium.core..");
        }
        // Nested values are JSON text in a database: the one reader and writer of JSON is the formats'.
        onlySees("io.alluvium.connector.jdbc..", "io.alluvium.core..", "io.alluvium.connector.formats..");
    }

    @Test
    void layersSeeTheCatalog() {
        onlySees("io.alluvium.layers..", "io.alluvium.core..", "io.alluvium.catalog..");
    }

    @Test
    void nothingSeesTheServerButTheExamples() {
        check(noClasses()
                .that()
                .resideInAPackage("io.alluvium..")
                .and()
                .resideOutsideOfPackages("io.alluvium.server..", "io.alluvium.examples..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.alluvium.server.."));
    }

    @Test
    void operatorsDoNotKnowTheEngineThatRunsThem() {
        check(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.alluvium.runtime.state..",
                        "io.alluvium.runtime.operator..",
                        "io.alluvium.runtime.expression..",
                        "io.alluvium.runtime.function..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.alluvium.runtime.engine..", "io.alluvium.runtime.checkpoint.."));
    }

    private static void onlySees(String module, String... others) {
        String[] allowed = new String[others.length + 1];
        allowed[0] = module;
        System.arraycopy(others, 0, allowed, 1, others.length);
        check(noClasses()
                .that()
                .resideInAPackage(module)
                .should()
                .dependOnClassesThat(com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage(
                                "io.alluvium..")
                        .and(com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages(allowed))));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(classes);
    }
}
