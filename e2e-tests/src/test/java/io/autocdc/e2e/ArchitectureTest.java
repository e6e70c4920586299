// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of the house: see the module map in CONTRIBUTING.md. */
@AnalyzeClasses(packages = "io.autocdc", importOptions = ArchitectureTest.NoTests.class)
class ArchitectureTest {

  /** Test classes come as folders from a build of one module, as jars from a build of all. */
  static final class NoTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule arrowsNeverTurnBack =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("dsl")
          .definedBy("io.autocdc.dsl..")
          .layer("merge")
          .definedBy("io.autocdc.merge..")
          .layer("operators")
          .definedBy(
              "io.autocdc.operators..",
              "io.autocdc.spi..",
              "io.autocdc.json..",
              "io.autocdc.format..",
              "io.autocdc.source..")
          .layer("connectors")
          .definedBy("io.autocdc.connector..")
          .layer("jobs")
          .definedBy("io.autocdc.jobs..")
          .whereLayer("jobs")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("connectors")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("operators")
          .mayOnlyBeAccessedByLayers("connectors", "jobs")
          .whereLayer("merge")
          .mayOnlyBeAccessedByLayers("operators", "connectors")
          .whereLayer("dsl")
          .mayOnlyBeAccessedByLayers("operators", "connectors", "jobs");

  @ArchTest
  static final ArchRule mergeCoresKnowNoFlinkStateAndNoClock =
      noClasses()
          .that()
          .resideInAPackage("io.autocdc.merge..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink.api..",
              "org.apache.flink.streaming..",
              "org.apache.flink.runtime..",
              "org.apache.flink.core..",
              "java.time..")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");

  @ArchTest
  static final ArchRule declarationsKnowNoFlinkRuntime =
      noClasses()
          .that()
          .resideInAPackage("io.autocdc.dsl..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.flink.streaming..", "org.apache.flink.runtime..");

  @ArchTest
  static final ArchRule connectorsDoNotKnowEachOther =
      noClasses()
          .that()
          .resideInAPackage("io.autocdc.connector.files..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.autocdc.connector.paimon..")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.paimon..");

  @ArchTest
  static final ArchRule onlyOnePackageKnowsDeltaKernel =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.autocdc.connector.delta.kernel..")
          .and()
          .resideInAPackage("io.autocdc..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.delta..");

  @ArchTest
  static final ArchRule onlyItsConnectorKnowsKafka =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.autocdc.connector.kafka..")
          .and()
          .resideInAPackage("io.autocdc..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "org.apache.flink.connector.kafka..");

  @ArchTest
  static final ArchRule onlyItsConnectorKnowsFlinkCdc =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.autocdc.connector.cdc..")
          .and()
          .resideInAPackage("io.autocdc..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink.cdc..", "io.debezium..", "org.postgresql..", "com.mysql..");
}
