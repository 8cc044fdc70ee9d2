// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// The direction of dependencies, and which room may know which library. Rooms that are not there
/// yet are named already: the rule waits for them.
@AnalyzeClasses(packages = "io.orrery", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ROOMS_DEPEND_DOWNWARDS =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.orrery..")
          .withOptionalLayers(true)
          .layer("server")
          .definedBy("io.orrery.server..")
          .layer("testkit") // Puts rooms together by hand, like the server.
          .definedBy("io.orrery.testkit..")
          .layer("cli")
          .definedBy("io.orrery.cli..")
          .layer("api")
          .definedBy("io.orrery.api..")
          .layer("wire")
          .definedBy("io.orrery.wire..")
          .layer("gateway")
          .definedBy("io.orrery.gateway..")
          .layer("control")
          .definedBy("io.orrery.control..")
          .layer("replication")
          .definedBy("io.orrery.replication..")
          .layer("partition")
          .definedBy("io.orrery.partition..")
          .layer("query")
          .definedBy("io.orrery.query..")
          .layer("plan")
          .definedBy("io.orrery.plan..")
          .layer("script")
          .definedBy("io.orrery.script..")
          .layer("storage")
          .definedBy("io.orrery.storage..")
          .layer("model")
          .definedBy("io.orrery.model..")
          .whereLayer("server")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("cli") // Speaks to the others over HTTP only.
          .mayOnlyBeAccessedByLayers("server")
          .whereLayer("api")
          .mayOnlyBeAccessedByLayers("server", "testkit")
          .whereLayer("wire")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api")
          .whereLayer("gateway")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api")
          .whereLayer("control")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "gateway")
          .whereLayer("replication")
          .mayOnlyBeAccessedByLayers("server", "testkit")
          .whereLayer("partition")
          .mayOnlyBeAccessedByLayers(
              "server", "testkit", "api", "gateway", "control", "replication")
          .whereLayer("query")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "gateway")
          .whereLayer("plan")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "gateway", "partition", "query")
          .whereLayer("script")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "gateway", "partition")
          .whereLayer("storage")
          .mayOnlyBeAccessedByLayers("server", "testkit", "control", "replication", "partition")
          .because("a request walks down through the rooms and nobody reaches around another");

  /// The doors share the words of lower rooms (items, versions, definitions), not their machinery.
  @ArchTest
  static final ArchRule API_MODULES_DO_NOT_TOUCH_PARTITIONS =
      noClasses()
          .that()
          .resideInAPackage("io.orrery.api..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.orrery.partition.Partition")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.orrery.partition.PartitionView")
          .allowEmptyShould(true)
          .because("every request goes through the gateway");

  @ArchTest
  static final ArchRule API_MODULES_DO_NOT_KNOW_EACH_OTHER =
      com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices()
          .matching("io.orrery.api.(*)..")
          .should()
          .notDependOnEachOther()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule ONLY_STORAGE_KNOWS_ROCKSDB = onlyRoomThatKnows("storage", "org.rocksdb..");

  @ArchTest static final ArchRule ONLY_WIRE_KNOWS_NETTY = onlyRoomThatKnows("wire", "io.netty..");

  @ArchTest
  static final ArchRule ONLY_TLS_KNOWS_BOUNCY_CASTLE =
      onlyRoomThatKnows("wire.tls", "org.bouncycastle..");

  @ArchTest
  static final ArchRule ONLY_SPATIAL_KNOWS_JTS =
      onlyRoomThatKnows("query.spatial", "org.locationtech.jts..");

  @ArchTest
  static final ArchRule ONLY_REPLICATION_KNOWS_RATIS =
      onlyRoomThatKnows("replication", "org.apache.ratis..");

  @ArchTest
  static final ArchRule ONLY_SCRIPT_KNOWS_JAVASCRIPT = onlyRoomThatKnows("script", "org.graalvm..");

  private static ArchRule onlyRoomThatKnows(String room, String library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage("io.orrery." + room + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library);
  }
}
