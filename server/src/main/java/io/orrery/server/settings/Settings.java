// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The value of every setting and where it came from.
public final class Settings {
  private final Map<String, Entry<?>> entries;
  private final List<String> warnings;

  /// @param origin the flag, variable or file, as the user would recognise it
  private record Entry<T>(
      Setting<T> setting, Optional<T> value, String text, SettingSource source, String origin) {}

  /// One line of `config show`.
  public record Line(String name, String value, SettingSource source, String origin) {}

  private Settings(Map<String, Entry<?>> entries, List<String> warnings) {
    this.entries = entries;
    this.warnings = warnings;
  }

  /// Looks every setting up in the sources, the most important first.
  ///
  /// @throws OrreryException INVALID_ARGUMENT with a sentence for the user
  public static Settings resolve(List<Setting<?>> known, SettingSources sources) {
    Map<String, Entry<?>> entries = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>(unknownVariables(known, sources));
    Map<String, String> file = sources.readFile(known);
    for (Setting<?> setting : known) {
      entries.put(setting.name(), resolve(setting, sources, file, warnings));
    }
    return new Settings(entries, List.copyOf(warnings));
  }

  private static <T> Entry<T> resolve(
      Setting<T> setting, SettingSources sources, Map<String, String> file, List<String> warnings) {
    String flag = sources.flags().get(setting.name());
    if (flag != null) {
      return parsed(setting, flag, SettingSource.COMMAND_LINE, setting.flag());
    }
    String variable = sources.environment().get(setting.variable());
    if (variable != null) {
      return parsed(setting, variable, SettingSource.ENVIRONMENT, setting.variable());
    }
    Entry<T> compatible = compatible(setting, sources, warnings);
    if (compatible != null) {
      return compatible;
    }
    for (String name : setting.names()) {
      String text = file.get(name);
      if (text != null) {
        return parsed(setting, text, SettingSource.FILE, name + " in " + sources.fileName());
      }
    }
    return setting.defaultText().isEmpty()
        ? new Entry<>(setting, Optional.empty(), "", SettingSource.DEFAULT, "default")
        : parsed(setting, setting.defaultText(), SettingSource.DEFAULT, "default");
  }

  /// Other products' variables are honoured where they make sense here, and never stop a start:
  /// test modules set some of them to text like `None`.
  private static <T> @Nullable Entry<T> compatible(
      Setting<T> setting, SettingSources sources, List<String> warnings) {
    for (String variable : setting.compatibilityVariables()) {
      String text = sources.environment().get(variable);
      if (text == null || text.isBlank()) {
        continue;
      }
      try {
        return parsed(setting, text, SettingSource.COMPATIBILITY, variable);
      } catch (OrreryException e) {
        warnings.add(e.getMessage() + " The variable is ignored.");
      }
    }
    return null;
  }

  private static <T> Entry<T> parsed(
      Setting<T> setting, String text, SettingSource source, String origin) {
    try {
      T value = setting.parse(text);
      String shown = setting.type().formatter().apply(value);
      return new Entry<>(setting, Optional.of(value), shown, source, origin);
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "%s is \"%s\", but it must be %s.".formatted(origin, text, setting.type().hint()),
          e);
    }
  }

  /// Only a warning: a cluster manager sets variables with our prefix for a service of our name.
  private static List<String> unknownVariables(List<Setting<?>> known, SettingSources sources) {
    List<String> names = known.stream().map(Setting::variable).toList();
    return new TreeSet<>(sources.environment().keySet())
        .stream()
            .filter(name -> name.startsWith(SettingName.VARIABLE_PREFIX))
            .filter(name -> !names.contains(name) && !SettingSources.isReserved(name))
            .map(
                name ->
                    "The environment variable %s is unknown and ignored; did you mean %s?"
                        .formatted(name, NearestName.among(names, name)))
            .toList();
  }

  /// The value, which must have been set or have a default.
  public <T> T value(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalArgumentException(setting.name() + " has no value"));
  }

  /// The value of a setting that may have none.
  public <T> Optional<T> find(Setting<T> setting) {
    Entry<?> entry = entries.get(setting.name());
    if (entry == null || !entry.setting().equals(setting)) {
      throw new IllegalArgumentException("Unknown setting " + setting.name());
    }
    @SuppressWarnings("unchecked") // the entry holds this very setting, so its value is a T
    Optional<T> value = (Optional<T>) entry.value();
    return value;
  }

  /// Whether nobody said anything about it.
  public boolean isDefault(Setting<?> setting) {
    Entry<?> entry = entries.get(setting.name());
    return entry != null && entry.source() == SettingSource.DEFAULT;
  }

  /// Every value and where it came from.
  public List<Line> describe() {
    return entries.values().stream()
        .map(e -> new Line(e.setting().name(), e.text(), e.source(), e.origin()))
        .toList();
  }

  /// What was ignored and why; for the log, once there is one.
  public List<String> warnings() {
    return warnings;
  }
}
