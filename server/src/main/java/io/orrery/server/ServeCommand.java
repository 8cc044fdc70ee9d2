// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `orrery serve`: runs until a signal ends it.
@Command(
    name = "serve",
    description = "Runs the server until SIGTERM or SIGINT.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true)
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  private final Transport transport;

  ServeCommand(Transport transport) {
    this.transport = transport;
  }

  @Override
  public Integer call() throws InterruptedException {
    Settings settings =
        SettingOptions.resolve(spec.commandLine().getParseResult(), System.getenv());
    Exposure.objection(settings)
        .ifPresent(
            reason -> {
              throw new ParameterException(spec.commandLine(), reason);
            });
    return Serving.run(settings, transport);
  }
}
