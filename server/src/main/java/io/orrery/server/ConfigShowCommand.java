// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.Settings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `orrery config show`: what `serve` with the same options would use.
@Command(
    name = "show",
    description = "Prints every setting, its value and where it came from.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true)
final class ConfigShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Settings settings =
        SettingOptions.resolve(spec.commandLine().getParseResult(), System.getenv());
    PrintWriter out = spec.commandLine().getOut();
    settings.describe().forEach(line -> out.println(format(line)));
    PrintWriter err = spec.commandLine().getErr();
    settings.warnings().forEach(warning -> err.println("orrery: " + warning));
    return 0;
  }

  private static String format(Settings.Line line) {
    String value = line.value().isEmpty() ? "(none)" : line.value();
    return "%-36s %-20s %s".formatted(line.name(), value, line.source().label() + origin(line));
  }

  private static String origin(Settings.Line line) {
    return switch (line.source()) {
      case DEFAULT -> "";
      case COMMAND_LINE, ENVIRONMENT, COMPATIBILITY, FILE -> " (" + line.origin() + ")";
    };
  }
}
