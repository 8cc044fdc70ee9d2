// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.io.Console;
import picocli.CommandLine.Option;

/// Asks before something is gone for good.
final class Confirmation {
  @Option(
      names = {"-y", "--yes"},
      description = "do not ask")
  private boolean yes;

  /// @param what the question, without its question mark
  void require(String what) {
    if (yes) {
      return;
    }
    Console console =
        Terminal.find()
            .orElseThrow(
                () ->
                    new CommandFailure(
                        CommandFailure.Kind.WRONG_USE,
                        what + "? Nobody is there to ask: say --yes."));
    if (!"y".equalsIgnoreCase(console.readLine("%s? [y/N] ", what).strip())) {
      throw new CommandFailure(CommandFailure.Kind.FAILED, "Nothing was changed.");
    }
  }
}
