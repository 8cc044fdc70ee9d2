// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/// A partition, and the catalog, must come to the same state on every machine that applies the same
/// commands: no clock, no randomness, no collection without a fixed order.
@AnalyzeClasses(
    packages = {"io.orrery.partition", "io.orrery.control.catalog"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class DeterminismTest {
  private static final Set<String> CLOCKS_AND_DICE =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.Math.random",
          "java.time.Clock.systemUTC",
          "java.time.Clock.systemDefaultZone",
          "java.util.UUID.randomUUID");

  private static final Set<String> NOW =
      Set.of(
          "java.time.Instant",
          "java.time.LocalDateTime",
          "java.time.ZonedDateTime",
          "java.time.OffsetDateTime",
          "java.time.LocalDate");

  private static final Set<String> FORBIDDEN_TO_CREATE =
      Set.of(
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.IdentityHashMap",
          "java.util.WeakHashMap",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.security.SecureRandom");

  @ArchTest
  static final ArchRule NO_CLOCK_NO_RANDOMNESS_NO_UNORDERED_COLLECTION =
      noClasses()
          .should()
          .callCodeUnitWhere(
              DescribedPredicate.describe(
                  "reads a clock, throws dice or loses order", DeterminismTest::isForbidden))
          .allowEmptyShould(true)
          .because("time, ids and order arrive in the command");

  private static boolean isForbidden(JavaCall<?> call) {
    CodeUnitCallTarget target = call.getTarget();
    String owner = target.getOwner().getName();
    String name = target.getName();
    return switch (name) {
      case "<init>" -> FORBIDDEN_TO_CREATE.contains(owner);
      case "now" -> NOW.contains(owner);
      default ->
          CLOCKS_AND_DICE.contains(owner + "." + name)
              || owner.equals("java.util.concurrent.ThreadLocalRandom");
    };
  }
}
