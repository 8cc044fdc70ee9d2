// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The examples in the README are those that other tests run.
class ReadmeTest {
  private static final Path ROOT = Path.of("..");

  @ParameterizedTest
  @CsvSource({
    "java, tests/sdk-java/src/test/java/io/orrery/tests/sdk/example/Example.java",
    "js, tests/js/example.js",
    "bash, tests/src/test/sh/example.sh"
  })
  void hasTheExample(String language, Path file) throws IOException {
    String source = Files.readString(ROOT.resolve(file));
    String begin = source.lines().filter(line -> line.endsWith(" readme: begin")).findAny().get();
    String end = source.lines().filter(line -> line.endsWith(" readme: end")).findAny().get();
    String example =
        source.substring(source.indexOf(begin) + begin.length() + 1, source.indexOf(end));
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains("```" + language + "\n" + example + "```\n");
  }
}
