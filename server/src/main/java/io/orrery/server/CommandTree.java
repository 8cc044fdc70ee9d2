// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.cli.ClientCommands;
import io.orrery.server.settings.NearestName;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// All commands of the program, for picocli.
@Command(
    name = "orrery",
    description = "An open, self-hosted, partitioned, multi-model database.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false)
final class CommandTree implements Runnable {
  private static final int WRONG_USE = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  private CommandTree() {}

  @Override
  public void run() {
    String verbs = String.join(", ", verbs(spec));
    throw new ParameterException(spec.commandLine(), "Say what to do: " + verbs + ".");
  }

  /// Those that people use.
  private static List<String> verbs(CommandSpec spec) {
    List<String> verbs = new ArrayList<>();
    spec.subcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                verbs.add(name);
              }
            });
    return verbs;
  }

  static CommandLine commandLine(Transport transport) {
    CommandLine serve = new CommandLine(new ServeCommand(transport));
    SettingOptions.addTo(serve.getCommandSpec());
    CommandLine doctor = new CommandLine(new DoctorCommand());
    SettingOptions.addTo(doctor.getCommandSpec());
    CommandLine config = new CommandLine(new ConfigCommand());
    CommandLine show = new CommandLine(new ConfigShowCommand());
    SettingOptions.addTo(show.getCommandSpec());
    config.addSubcommand(show);
    CommandLine program =
        new CommandLine(new CommandTree())
            .addSubcommand(serve)
            .addSubcommand(doctor)
            .addSubcommand(config);
    ClientCommands.addTo(program);
    return program
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // @file is for the commands themselves.
        .setParameterExceptionHandler((wrong, _) -> explainWrongUse(wrong))
        .setExecutionExceptionHandler(
            (failure, command, _) -> Main.explain(failure, command.getErr()));
  }

  private static int explainWrongUse(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println("orrery: " + whatIsWrong(wrong) + " See `" + name + " --help`.");
    return WRONG_USE;
  }

  private static String whatIsWrong(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      String message = String.valueOf(wrong.getMessage());
      return message.endsWith(".") ? message : message + ".";
    }
    CommandLine command = wrong.getCommandLine();
    String written = unmatched.getUnmatched().getFirst();
    int equals = written.indexOf('=');
    String word = equals < 0 ? written : written.substring(0, equals);
    List<String> known =
        word.startsWith("-")
            ? List.copyOf(command.getCommandSpec().optionsMap().keySet())
            : verbs(command.getCommandSpec());
    String guess = known.isEmpty() ? "" : " did you mean " + NearestName.among(known, word) + "?";
    return "\"" + word + "\" is unknown;" + guess;
  }
}
