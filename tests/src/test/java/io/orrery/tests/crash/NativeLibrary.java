// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/// The native part of the store, unpacked once for all child processes: each would unpack it for
/// itself otherwise, and being killed never tidy up.
final class NativeLibrary {
  private static final Path DIRECTORY = unpack();

  private NativeLibrary() {}

  static Path directory() {
    return DIRECTORY;
  }

  private static Path unpack() {
    boolean arm = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64");
    String name = "librocksdbjni-" + (arm ? "linux-aarch64" : "linux64") + ".so";
    try {
      Path directory = Files.createTempDirectory("orrery-native");
      Path file = directory.resolve(name);
      file.toFile().deleteOnExit();
      directory.toFile().deleteOnExit();
      try (InputStream library = NativeLibrary.class.getResourceAsStream("/" + name)) {
        // On another platform each process unpacks for itself.
        if (library != null) {
          Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
