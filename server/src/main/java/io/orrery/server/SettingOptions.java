// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Setting;
import io.orrery.server.settings.SettingSources;
import io.orrery.server.settings.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The settings as options of a command. They stay text here; [Settings] parses them the same way
/// wherever they come from.
final class SettingOptions {
  static final String FILE_FLAG = "--config";

  /// What a switch without a value means.
  static final String ON = "on";

  private SettingOptions() {}

  static void addTo(CommandSpec command) {
    command.addOption(
        OptionSpec.builder(FILE_FLAG)
            .type(String.class)
            .paramLabel("FILE")
            .description("the settings file (default: orrery.yaml, if it exists)")
            .build());
    for (Setting<?> setting : KnownSettings.all()) {
      command.addOption(option(setting));
    }
  }

  private static OptionSpec option(Setting<?> setting) {
    boolean isSwitch = setting.type().isSwitch();
    String byDefault =
        setting.defaultText().isEmpty() ? "" : " (default: " + setting.defaultText() + ")";
    return OptionSpec.builder(setting.flags().toArray(String[]::new))
        .type(String.class)
        .arity(isSwitch ? "0..1" : "1")
        .fallbackValue(isSwitch ? ON : "")
        .paramLabel(isSwitch ? "on|off" : "VALUE")
        .description(setting.description() + byDefault)
        .build();
  }

  static Settings resolve(ParseResult parsed, Map<String, String> environment) {
    Map<String, String> flags = new LinkedHashMap<>();
    for (Setting<?> setting : KnownSettings.all()) {
      if (parsed.hasMatchedOption(setting.flag())) {
        flags.put(setting.name(), parsed.<String>matchedOptionValue(setting.flag(), ""));
      }
    }
    Optional<Path> file =
        Optional.ofNullable(parsed.<String>matchedOptionValue(FILE_FLAG, null)).map(Path::of);
    return Settings.resolve(KnownSettings.all(), SettingSources.of(flags, environment, file));
  }
}
