// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of this repository, for tests that read them.
final class SourceTree {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private SourceTree() {}

  /// Those whose path from the root contains a text, in order.
  static List<Path> javaFiles(String folder) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> ROOT.relativize(file).toString().contains(folder))
          .filter(file -> !ROOT.relativize(file).toString().contains("target/"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot walk the source tree", e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
