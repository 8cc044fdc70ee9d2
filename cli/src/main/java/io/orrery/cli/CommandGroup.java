// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A noun that needs a verb.
@Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
class CommandGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    String verbs = String.join(", ", spec.subcommands().keySet());
    throw new ParameterException(spec.commandLine(), "Say what to do: " + verbs + ".");
  }
}
