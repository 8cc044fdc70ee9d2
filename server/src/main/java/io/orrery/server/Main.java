// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.cli.ClientCommands;
import io.orrery.cli.CommandFailure;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.NearestName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command line. Exit codes: 0 done, 1 failed, 2 wrong use, 3 not running, 4 refused by a
/// limit.
@Command(
    name = "orrery",
    description = "An open, self-hosted, partitioned, multi-model database.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false)
public final class Main implements Runnable {
  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  private Main() {}

  public static void main(String[] arguments) {
    main(arguments, Transport.direct());
  }

  /// The program, with a transport of the caller's.
  public static void main(String[] arguments, Transport transport) {
    Carriers.reserve();
    try {
      System.exit(commandLine(transport).execute(arguments));
    } catch (Error e) {
      // No memory, a library that cannot be loaded: threads that were started already must not keep
      // alive what does not work. Halting needs nothing of what may be missing.
      System.err.println("orrery: It cannot go on: " + e);
      Runtime.getRuntime().halt(FAILED);
    }
  }

  /// Runs one command in this process. Gives the exit code.
  public static int run(PrintWriter out, PrintWriter err, List<String> arguments) {
    return commandLine(Transport.direct())
        .setOut(out)
        .setErr(err)
        .execute(arguments.toArray(String[]::new));
  }

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
        new CommandLine(new Main())
            .addSubcommand(serve)
            .addSubcommand(doctor)
            .addSubcommand(config);
    ClientCommands.addTo(program);
    return program
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // @file is for the commands themselves.
        .setParameterExceptionHandler((wrong, _) -> explainWrongUse(wrong))
        .setExecutionExceptionHandler((failure, command, _) -> explainFailure(failure, command));
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

  /// What the user can change gets one sentence; anything else is a bug, and bugs show their trace.
  private static int explainFailure(Exception failure, CommandLine command) {
    if (failure instanceof CommandFailure refusal) {
      command.getErr().println("orrery: " + refusal.getMessage());
      return refusal.exitCode();
    }
    if (failure instanceof OrreryException refusal) {
      command.getErr().println("orrery: " + refusal.getMessage());
    } else {
      command.getErr().println("orrery: An internal error; please report it with the log.");
      LoggerFactory.getLogger(Main.class).error("An internal error", failure);
    }
    return FAILED;
  }
}
