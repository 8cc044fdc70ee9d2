// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A package from npm in a directory of its own.
public final class NpmPackage {
  private NpmPackage() {}

  /// On first use.
  ///
  /// @param name with its version
  public static void install(String name, Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    if (Files.isDirectory(directory.resolve("node_modules"))) {
      return;
    }
    Process npm =
        new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--prefix", ".", name)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (npm.waitFor() != 0) {
      throw new IllegalStateException("npm could not install " + name);
    }
  }
}
