// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.offers;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Optional;

/// The throughput that the creator of a database or container asks for.
public final class OfferHeaders {
  private OfferHeaders() {}

  public static Optional<Throughput> throughput(SqlRequest request) {
    Optional<Long> manual = request.number(Names.OFFER_THROUGHPUT);
    Optional<String> autoscale = request.header(Names.AUTOPILOT_SETTINGS);
    request
        .header(Names.OFFER_TYPE)
        .filter(type -> !type.equalsIgnoreCase("Invalid"))
        .ifPresent(
            type -> {
              throw Refusals.notSupported(
                  "the performance level %s; use %s".formatted(type, Names.OFFER_THROUGHPUT));
            });
    if (manual.isPresent() && autoscale.isPresent()) {
      throw Refusals.invalid(
          "Throughput is either manual (%s) or autoscale (%s), not both."
              .formatted(Names.OFFER_THROUGHPUT, Names.AUTOPILOT_SETTINGS));
    }
    return manual.map(Throughput::manual).or(() -> autoscale.map(OfferHeaders::autoscale));
  }

  private static Throughput autoscale(String header) {
    if (Json.parse(header) instanceof Value.Document settings) {
      return autoscale(new Members(settings, Names.AUTOPILOT_SETTINGS + "."));
    }
    throw Refusals.invalid(
        "The header %s must be an object like {\"maxThroughput\":4000}."
            .formatted(Names.AUTOPILOT_SETTINGS));
  }

  /// Autoscale throughput from its settings object. That it could raise its own maximum is not
  /// supported, and said so.
  static Throughput autoscale(Members settings) {
    long increment =
        settings
            .object("autoUpgradePolicy")
            .flatMap(policy -> policy.object("throughputPolicy"))
            .flatMap(policy -> policy.integer("incrementPercent"))
            .orElse(0L);
    if (increment != 0) {
      throw Refusals.notSupported("autoUpgradePolicy with incrementPercent other than 0");
    }
    return Throughput.autoscale(
        settings
            .integer("maxThroughput")
            .orElseThrow(() -> Refusals.invalid("Autoscale throughput needs 'maxThroughput'.")));
  }
}
