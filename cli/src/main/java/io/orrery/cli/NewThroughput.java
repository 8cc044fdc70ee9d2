// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Manual or autoscale throughput, as options.
final class NewThroughput {
  @Option(
      names = "--throughput",
      paramLabel = "RU/s",
      description = "manual throughput in request units per second")
  private @Nullable Long manual;

  @Option(
      names = "--max-throughput",
      paramLabel = "RU/s",
      description = "the maximum of autoscale throughput")
  private @Nullable Long maximum;

  /// A create request with the throughput in its headers, if there is any.
  Call addTo(Call call) {
    requireOne();
    if (manual != null) {
      return call.header("x-ms-offer-throughput", manual.toString());
    }
    return maximum == null
        ? call
        : call.header("x-ms-cosmos-offer-autopilot-settings", autoscale(maximum));
  }

  private static String autoscale(long maximum) {
    return JsonLayout.compact(JsonArguments.of("maxThroughput", new Value.Int64(maximum)));
  }

  /// An offer's content with the throughput in it.
  Value.Document change(Value.Document content) {
    requireOne();
    if (manual != null) {
      return JsonArguments.with(content, "offerThroughput", new Value.Int64(manual));
    }
    if (maximum == null) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE, "Say --throughput or --max-throughput.");
    }
    return JsonArguments.with(
        content,
        "offerAutopilotSettings",
        JsonArguments.of("maxThroughput", new Value.Int64(maximum)));
  }

  private void requireOne() {
    if (manual != null && maximum != null) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE,
          "Throughput is manual or autoscale: say --throughput or --max-throughput, not both.");
    }
  }
}
