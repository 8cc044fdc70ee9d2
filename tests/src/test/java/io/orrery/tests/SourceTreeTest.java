// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static io.orrery.tests.SourceTree.ROOT;
import static io.orrery.tests.SourceTree.javaFiles;
import static io.orrery.tests.SourceTree.read;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Habits of the source tree that no compiler checks.
class SourceTreeTest {
  private static final int FILE_LINES_MAX = 500;

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
