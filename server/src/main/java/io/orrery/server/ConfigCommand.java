// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `orrery config …`.
@Command(
    name = "config",
    description = "Looks at the settings.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class ConfigCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do with the settings: show.");
  }
}
