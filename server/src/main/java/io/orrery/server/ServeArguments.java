// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.OrreryException;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Setting;
import io.orrery.server.settings.SettingSources;
import io.orrery.server.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `serve` with settings, as it is nearly always written: `--flag value` or `--flag=value`, each
/// once, and nothing wrong with any value. Whatever else there is to understand, to explain or to
/// refuse is for picocli, which understands this just the same.
final class ServeArguments {
  private static final String SERVE = "serve";
  private static final String FLAG = "--";

  private final Map<String, @Nullable Setting<?>> known = new HashMap<>();
  private final Map<String, String> values = new LinkedHashMap<>();
  private @Nullable Path file;

  private ServeArguments() {
    for (Setting<?> setting : KnownSettings.all()) {
      setting.flags().forEach(flag -> known.put(flag, setting));
    }
  }

  /// What a plain `serve` is to run with; empty if it is not plain, or would be refused.
  static Optional<Settings> settings(List<String> arguments, Map<String, String> environment) {
    ServeArguments reading = new ServeArguments();
    if (arguments.isEmpty() || !arguments.getFirst().equals(SERVE) || !reading.read(arguments)) {
      return Optional.empty();
    }
    try {
      Settings settings =
          Settings.resolve(
              KnownSettings.all(),
              SettingSources.of(reading.values, environment, Optional.ofNullable(reading.file)));
      return Exposure.objection(settings).isPresent() ? Optional.empty() : Optional.of(settings);
    } catch (OrreryException _) {
      return Optional.empty(); // It is found and told again.
    }
  }

  private boolean read(List<String> arguments) {
    for (int at = 1; at < arguments.size(); at++) {
      String flag = arguments.get(at);
      int equals = flag.indexOf('=');
      String value = null;
      if (equals > 0) {
        value = flag.substring(equals + 1);
        flag = flag.substring(0, equals);
      } else if (at + 1 < arguments.size() && !arguments.get(at + 1).startsWith("-")) {
        value = arguments.get(++at);
      }
      if (!flag.startsWith(FLAG) || !take(flag, value)) {
        return false;
      }
    }
    return true;
  }

  private boolean take(String flag, @Nullable String value) {
    if (value != null && value.isEmpty()) {
      return false;
    }
    if (flag.equals(SettingOptions.FILE_FLAG)) {
      boolean first = file == null && value != null;
      file = value == null ? null : Path.of(value);
      return first;
    }
    Setting<?> setting = known.get(flag);
    if (setting == null || (value == null && !setting.type().isSwitch())) {
      return false;
    }
    return values.put(setting.name(), value == null ? SettingOptions.ON : value) == null;
  }
}
