// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

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
          .layer("portal") // Files only: what they show, browsers ask the doors for.
          .definedBy("io.orrery.portal..")
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
          .whereLayer("portal")
          .mayOnlyBeAccessedByLayers("server")
          .whereLayer("api")
          .mayOnlyBeAccessedByLayers("server", "testkit")
          .whereLayer("wire")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "portal")
          .whereLayer("gateway")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api")
          .whereLayer("control")
          .mayOnlyBeAccessedByLayers("server", "testkit", "gateway")
          .whereLayer("replication")
          .mayOnlyBeAccessedByLayers("server", "testkit")
          .whereLayer("partition")
          .mayOnlyBeAccessedByLayers("server", "testkit", "gateway", "control", "replication")
          .whereLayer("query")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api")
          .whereLayer("plan")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "gateway", "partition", "query")
          .whereLayer("script")
          .mayOnlyBeAccessedByLayers("server", "testkit", "api", "gateway", "partition")
          .whereLayer("storage")
          .mayOnlyBeAccessedByLayers("server", "testkit", "control", "replication", "partition")
          .because("a request walks down through the rooms and nobody reaches around another");

  /// Of what lies behind the gateway, doors know nothing: control, partitions and storage may be on
  /// another machine. Plans are the language in which they ask.
  private static final String[] SEEN_BY_DOORS = {
    "io.orrery.api..",
    "io.orrery.gateway..",
    "io.orrery.wire..",
    "io.orrery.model..",
    "io.orrery.plan..",
    "io.orrery.tests.door.."
  };

  private static final DescribedPredicate<JavaClass> OURS_BUT_NOT_SEEN_BY_DOORS =
      resideInAPackage("io.orrery..").and(resideOutsideOfPackages(SEEN_BY_DOORS));

  @ArchTest
  static final ArchRule DOORS_SEE_THE_GATEWAY_AND_NOT_BEHIND_IT =
      noClasses()
          .that()
          .resideInAPackage("io.orrery.api..")
          .and()
          .resideOutsideOfPackage("io.orrery.api.sql..")
          .should()
          .dependOnClassesThat(OURS_BUT_NOT_SEEN_BY_DOORS)
          .because("every request goes through the gateway");

  /// The SQL language and JavaScript belong to the SQL API, in rooms of their own.
  @ArchTest
  static final ArchRule THE_SQL_DOOR_SEES_ITS_LANGUAGES_BESIDES =
      noClasses()
          .that()
          .resideInAPackage("io.orrery.api.sql..")
          .should()
          .dependOnClassesThat(
              OURS_BUT_NOT_SEEN_BY_DOORS.and(
                  resideOutsideOfPackages("io.orrery.query..", "io.orrery.script..")));

  /// The example shows how a door is made, so it keeps to the same rule.
  @Test
  void theExampleDoorSeesNoMoreThanTheOthers() {
    JavaClasses door =
        new ClassFileImporter()
            .importPackages("io.orrery.tests.door")
            .that(
                DescribedPredicate.describe(
                    "are the door and not its test",
                    each -> !each.getName().contains("ExampleDoorTest")));
    noClasses().should().dependOnClassesThat(OURS_BUT_NOT_SEEN_BY_DOORS).check(door);
  }

  /// The catalog keeps its own records in a store, and the doctor reads one that nobody serves.
  @ArchTest
  static final ArchRule CONTROL_HOLDS_NO_STORE =
      noClasses()
          .that()
          .resideInAPackage("io.orrery.control")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.orrery.storage..")
          .because("partitions begin and end at their host, which may be another machine");

  /// Every package by itself, so that each can be read after those it stands on.
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
          return SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().assignedFrom(PACKAGES).should().beFreeOfCycles();

  @ArchTest
  static final ArchRule API_MODULES_DO_NOT_KNOW_EACH_OTHER =
      slices()
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
  static final ArchRule ONLY_COLLATION_KNOWS_ICU =
      onlyRoomThatKnows("plan.collation", "com.ibm.icu..");

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
