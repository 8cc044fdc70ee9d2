// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `orrery connection-strings`.
@Command(
    name = "connection-strings",
    description = "Prints what clients are configured with.",
    mixinStandardHelpOptions = true)
final class ConnectionStringsCommand implements Callable<Integer> {
  /// How they are written: as JSON, to be evaluated by a shell, or for a `.env` file.
  enum Format {
    JSON,
    ENV,
    DOTENV;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private Connection connection = new Connection();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "json",
      description = "${COMPLETION-CANDIDATES} (default: json)")
  private Format format = Format.JSON;

  @Override
  public Integer call() {
    List<Value> strings =
        connection
            .account()
            .get("_orrery", "api", "v1", "connection-strings")
            .entries("connectionStrings");
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case JSON -> out.println(JsonLayout.pretty(new Value.Array(strings)));
      case ENV -> strings.forEach(each -> out.println("export " + assignment(each, "'")));
      case DOTENV -> strings.forEach(each -> out.println(assignment(each, "\"")));
    }
    out.flush();
    return 0;
  }

  /// `ORRERY_SQL_PRIMARY='…'`; neither addresses nor keys can hold a quotation mark.
  private static String assignment(Value string, String quote) {
    if (!(string instanceof Value.Document document)) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED, "The server's answer is no list of connection strings.");
    }
    String key = JsonArguments.requireText(document, "key").replaceAll("(?=[A-Z])", "_");
    String name = JsonArguments.requireText(document, "api") + "_" + key;
    return name.toUpperCase(Locale.ROOT)
        + "_CONNECTION_STRING="
        + quote
        + JsonArguments.requireText(document, "connectionString")
        + quote;
  }
}
