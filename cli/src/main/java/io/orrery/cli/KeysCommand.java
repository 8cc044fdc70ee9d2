// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery keys …`.
@Command(name = "keys", description = "The keys of the account.")
final class KeysCommand extends CommandGroup {
  private static final String[] KEYS = {"_orrery", "api", "v1", "keys"};

  @Command(description = "Prints the keys.", mixinStandardHelpOptions = true)
  void list(@Mixin Connection connection, @Mixin ResultPrinter output) {
    output.one(connection.account().get(KEYS).json());
  }

  @Command(
      description = "Replaces a key by a new one; what uses the old one is refused at once.",
      mixinStandardHelpOptions = true)
  void regenerate(
      @Mixin Connection connection,
      @Option(
              names = "--key-kind",
              paramLabel = "KIND",
              required = true,
              description =
                  "primary, secondary, primaryReadonly, secondaryReadonly, or tokenSecret, which"
                      + " revokes all resource tokens")
          String kind,
      @Mixin Confirmation confirmation,
      @Mixin ResultPrinter output) {
    confirmation.require("Replace the key " + kind);
    String[] address = Arrays.copyOf(KEYS, KEYS.length + 2);
    address[KEYS.length] = kind;
    address[KEYS.length + 1] = "regenerate";
    output.one(connection.account().send(Call.of("POST", address)).require().json());
  }
}
