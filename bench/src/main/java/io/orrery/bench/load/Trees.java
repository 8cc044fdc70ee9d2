// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Directories with everything in them.
public final class Trees {
  private Trees() {}

  /// A new one for the data of a run.
  public static Path make(String name) throws IOException {
    Path target = Files.createDirectories(Path.of("target")).toAbsolutePath();
    return Files.createTempDirectory(target, name);
  }

  public static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
