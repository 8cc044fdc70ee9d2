// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where values are looked for.
///
/// @param flags values from the command line by the setting's name
/// @param file given by the user, so it must exist; without one, `orrery.yaml` in the working
///   directory is read if it is there
public record SettingSources(
    Map<String, String> flags, Map<String, String> environment, Optional<Path> file) {
  private static final Path USUAL_FILE = Path.of("orrery.yaml");

  /// Names the file; not a setting itself since it cannot be in the file.
  public static final String FILE_VARIABLE = "ORRERY_CONFIG";

  /// Read by the launcher script before there is a server, or by commands for a running one.
  private static final Set<String> RESERVED =
      Set.of(
          FILE_VARIABLE,
          "ORRERY_JAVA_OPTS",
          "ORRERY_HOME",
          "ORRERY_ENDPOINT",
          "ORRERY_KEY",
          "ORRERY_CERTIFICATE");

  /// The usual sources.
  ///
  /// @param fileFlag the file named on the command line
  public static SettingSources of(
      Map<String, String> flags, Map<String, String> environment, Optional<Path> fileFlag) {
    Optional<Path> file =
        fileFlag.or(() -> Optional.ofNullable(environment.get(FILE_VARIABLE)).map(Path::of));
    return new SettingSources(flags, environment, file);
  }

  static boolean isReserved(String variable) {
    return RESERVED.contains(variable);
  }

  String fileName() {
    return file.orElse(USUAL_FILE).toString();
  }

  Map<String, String> readFile(List<Setting<?>> known) {
    if (file.isEmpty() && !Files.exists(USUAL_FILE)) {
      return Map.of();
    }
    return SettingsFile.read(file.orElse(USUAL_FILE), known);
  }
}
