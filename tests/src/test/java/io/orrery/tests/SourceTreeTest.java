// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static io.orrery.tests.SourceTree.ROOT;
import static io.orrery.tests.SourceTree.javaFiles;
import static io.orrery.tests.SourceTree.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Habits of the source tree that no compiler checks.
class SourceTreeTest {
  private static final int FILE_LINES_MAX = 500;
  private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

  /// The first word of a type at the end of a path, in backticks: `partition/…/Layout.java`.
  private static final Pattern NAMED =
      Pattern.compile("`(?:[^`\\n]*/)?([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)*`");

  /// A row of a table of features or promises; its last column names tests.
  private static final Pattern TESTED = Pattern.compile("(?m)^\\|.*\\| (`.*`[^|`]*) \\|$");

  /// `GoodTest`, `GoodTest.isGood`, either behind the package if another has the name as well.
  private static final Pattern TEST =
      Pattern.compile("`(?:[a-z.]+\\.)?([A-Z]\\w*(?:Test|IT))(?:\\.(\\w+))?`");

  private static final Pattern SYSTEM_TIME =
      Pattern.compile(
          "System(\\.|::)(nanoTime|currentTimeMillis)|Instant(Source)?\\.(now|system)\\("
              + "|Clock\\.(system|tick)|Local(Date|Time|DateTime)\\.now\\(");

  @Test
  void everyPackageSaysWhatItIsAndForbidsNull() {
    assertThat(javaFiles("src/main/java"))
        .hasSizeGreaterThan(50)
        .map(file -> file.resolveSibling("package-info.java"))
        .allSatisfy(
            info ->
                assertThat(read(info)).contains("\n@NullMarked\n").containsPattern("(?m)^/// \\S"));
  }

  @Test
  void everyFileNamesItsLicence() {
    assertThat(javaFiles("src/"))
        .filteredOn(file -> !file.endsWith("package-info.java"))
        .allSatisfy(
            file -> assertThat(read(file)).startsWith("// SPDX-License-Identifier: Apache-2.0\n"));
  }

  @Test
  void everyFileFitsInOneReading() {
    assertThat(javaFiles("src/"))
        .allSatisfy(file -> assertThat(read(file).lines().count()).isLessThan(FILE_LINES_MAX));
  }

  /// Rooms are given a clock and a ticker, so that tests can steer them.
  @Test
  void onlyOnePlaceReadsTheClocksOfTheMachine() {
    assertThat(javaFiles("src/main/java"))
        .filteredOn(file -> !file.startsWith(ROOT.resolve("bench"))) // measures real time
        .filteredOn(file -> !file.endsWith("model/SystemTime.java"))
        .allSatisfy(file -> assertThat(read(file)).doesNotContainPattern(SYSTEM_TIME));
  }

  /// It is handed on by those who put rooms together, and named by nobody else, except for the
  /// header that tells a client this machine's time.
  @Test
  void roomsAreGivenTheirTime() {
    List<Path> roots = Stream.of("server", "testkit", "cli", "bench").map(ROOT::resolve).toList();
    assertThat(javaFiles("src/main/java"))
        .filteredOn(file -> roots.stream().noneMatch(file::startsWith))
        .filteredOn(
            file -> !file.endsWith("model/SystemTime.java") && !file.endsWith("http/HttpDate.java"))
        .allSatisfy(file -> assertThat(read(file)).doesNotContain("SystemTime"));
  }

  /// What walks through the house names has to be there.
  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "docs/glossary.md"})
  void documentsNameOnlyWhatThereIs(String document) {
    Set<String> types =
        javaFiles("src/").stream()
            .flatMap(file -> TYPE.matcher(read(file)).results())
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    assertThat(NAMED.matcher(read(ROOT.resolve(document))).results())
        .isNotEmpty()
        .extracting(found -> found.group(1))
        .isSubsetOf(types);
  }

  /// What is said to work has a test that would fail otherwise.
  @Test
  void compatibilityNamesTestsThatThereAre() {
    Map<String, String> tests =
        javaFiles("src/test/java").stream()
            .collect(
                Collectors.toMap(
                    file -> String.valueOf(file.getFileName()).replace(".java", ""),
                    SourceTree::read,
                    String::concat)); // Some have the same name in two rooms.
    List<MatchResult> named =
        TESTED
            .matcher(read(ROOT.resolve("docs/compatibility.md")))
            .results()
            .flatMap(row -> TEST.matcher(row.group(1)).results())
            .toList();
    assertThat(named)
        .hasSizeGreaterThan(200)
        .allSatisfy(
            test -> {
              assertThat(tests).containsKey(test.group(1));
              if (test.group(2) != null) {
                assertThat(tests.get(test.group(1))).contains(" " + test.group(2) + "(");
              }
            });
  }

  /// One word, one idea: whoever reads a name knows which class is meant.
  @Test
  void noClassNameStandsForTwo() {
    assertThat(javaFiles("src/main/java"))
        .filteredOn(file -> !file.startsWith(ROOT.resolve("bench"))) // stands beside the program
        .map(file -> String.valueOf(file.getFileName()))
        .filteredOn(name -> !name.equals("package-info.java"))
        .doesNotHaveDuplicates();
  }
}
