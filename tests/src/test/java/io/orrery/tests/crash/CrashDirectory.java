// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Where the victims of one series work.
record CrashDirectory(Path root) {
  Path store() {
    return root.resolve("store");
  }

  Path log() {
    return root.resolve("log.txt");
  }

  void delete() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }
}
