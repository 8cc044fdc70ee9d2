// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Prints results to standard output. Without `-o` a person at a terminal gets lists as tables;
/// everything else, and everything that goes to a file or a program, is JSON.
final class ResultPrinter {
  /// How a result is written.
  enum Format {
    JSON,
    JSONL,
    TABLE,
    TSV,
    YAML;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES} (default: a table for lists at a terminal, else json)")
  private @Nullable Format format;

  @Option(names = "--quiet", description = "print no result and no remark")
  private boolean quiet;

  void one(Value value) {
    print(format == null ? Format.JSON : format, value, List.of(value));
  }

  void list(List<? extends Value> values) {
    list(values, () -> values);
  }

  /// @param summary what a line of a table says about each value; not asked for where all of them
  ///   are printed as they are
  void list(List<? extends Value> values, Supplier<List<? extends Value>> summary) {
    Format chosen =
        format != null ? format : Terminal.find().isPresent() ? Format.TABLE : Format.JSON;
    boolean lines = !quiet && (chosen == Format.TABLE || chosen == Format.TSV);
    print(chosen, new Value.Array(List.copyOf(values)), lines ? summary.get() : values);
  }

  /// Something for the person, not for the program that reads the result.
  void remark(String sentence) {
    if (!quiet) {
      spec.commandLine().getErr().println("orrery: " + sentence);
    }
  }

  private void print(Format chosen, Value whole, List<? extends Value> rows) {
    if (quiet) {
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    switch (chosen) {
      case JSON -> out.println(JsonLayout.pretty(whole));
      case JSONL -> rows.forEach(row -> out.println(JsonLayout.compact(row)));
      case TABLE -> Table.of(rows).aligned().forEach(out::println);
      case TSV -> Table.of(rows).tabbed().forEach(out::println);
      case YAML -> out.print(YamlText.of(whole));
    }
    out.flush();
  }
}
