// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.tables;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Optional;

/// The throughput that the maker of a table asks for, in the headers that the SQL API has for it:
/// this protocol has none.
final class TableThroughput {
  private static final String MANUAL = "x-ms-offer-throughput";
  private static final String AUTOSCALE = "x-ms-cosmos-offer-autopilot-settings";

  private TableThroughput() {}

  static Optional<Throughput> of(TableRequest request) {
    Optional<String> manual = request.header(MANUAL);
    Optional<String> autoscale = request.header(AUTOSCALE);
    if (manual.isPresent() && autoscale.isPresent()) {
      throw invalid(AUTOSCALE, "there is a manual throughput as well");
    }
    return manual
        .map(text -> Throughput.manual(number(MANUAL, text)))
        .or(() -> autoscale.map(TableThroughput::autoscale));
  }

  private static Throughput autoscale(String header) {
    if (Json.parse(header) instanceof Value.Document settings
        && settings.property("maxThroughput") instanceof Value.Int32(int max)) {
      return Throughput.autoscale(max);
    }
    throw invalid(AUTOSCALE, "it is an object like {\"maxThroughput\":4000}");
  }

  private static long number(String header, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw invalid(header, "'%s' is no number".formatted(text));
    }
  }

  private static TableRefusal invalid(String header, String reason) {
    return new TableRefusal(
        TableError.INVALID_HEADER_VALUE,
        "The value for the header %s is not in the correct format: %s.".formatted(header, reason));
  }
}
