// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The throughput of a database or container, which the protocol keeps as a resource of its own.
final class ThroughputOffers {
  private static final String QUERY = "select * from c where c.offerResourceId = @resourceId";

  /// Where manual throughput can be migrated to, and back.
  enum Kind {
    AUTOSCALE("x-ms-cosmos-migrate-offer-to-autopilot"),
    MANUAL("x-ms-cosmos-migrate-offer-to-manual-throughput");

    private final String header;

    Kind(String header) {
      this.header = header;
    }

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final Account account;
  private final String[] owner;

  /// @param owner the address of the database or container
  ThroughputOffers(Account account, String... owner) {
    this.account = account;
    this.owner = owner;
  }

  Value.Document show() {
    return throughput(offer());
  }

  Value.Document update(NewThroughput wanted) {
    Value.Document offer = offer();
    Value.Document edited = JsonArguments.with(offer, "content", wanted.change(content(offer)));
    return throughput(account.send(put(offer).with(edited)).require().document());
  }

  Value.Document migrate(Kind kind) {
    Value.Document offer = offer();
    Call call = put(offer).with(offer).header(kind.header, "true");
    return throughput(account.send(call).require().document());
  }

  private static Call put(Value.Document offer) {
    return Call.of("PUT", "offers", JsonArguments.requireText(offer, "_rid"))
        .header("If-Match", JsonArguments.requireText(offer, "_etag"));
  }

  private Value.Document offer() {
    String rid = JsonArguments.requireText(account.get(owner).document(), "_rid");
    Value.Document parameter =
        JsonArguments.with(
            JsonArguments.of("name", new Value.Text("@resourceId")), "value", new Value.Text(rid));
    Value.Document query =
        JsonArguments.with(
            JsonArguments.of("query", new Value.Text(QUERY)),
            "parameters",
            new Value.Array(List.of(parameter)));
    List<Value> found = account.send(Call.query(query, "offers")).require().entries("Offers");
    if (!found.isEmpty() && found.getFirst() instanceof Value.Document offer) {
      return offer;
    }
    throw new CommandFailure(
        CommandFailure.Kind.FAILED,
        "%s has no throughput of its own.".formatted(owner[owner.length - 1]));
  }

  private static Value.Document content(Value.Document offer) {
    return offer.properties().get("content") instanceof Value.Document content
        ? content
        : new Value.Document(new LinkedHashMap<>());
  }

  /// An offer in a word or two: `400`, or `autoscale 4000`.
  static String text(Value.Document offer) {
    Value.Document content = content(offer);
    return content.property("offerAutopilotSettings") instanceof Value.Document settings
        ? Kind.AUTOSCALE + " " + JsonArguments.number(settings, "maxThroughput")
        : Long.toString(JsonArguments.number(content, "offerThroughput"));
  }

  /// What of an offer people want to know.
  private static Value.Document throughput(Value.Document offer) {
    Value.Document content = content(offer);
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    if (content.properties().get("offerAutopilotSettings") instanceof Value.Document settings) {
      members.put("kind", new Value.Text(Kind.AUTOSCALE.toString()));
      members.put(
          "maxThroughput", settings.properties().getOrDefault("maxThroughput", Value.Null.NULL));
    } else {
      members.put("kind", new Value.Text(Kind.MANUAL.toString()));
    }
    members.put(
        "throughput", content.properties().getOrDefault("offerThroughput", Value.Null.NULL));
    return new Value.Document(members);
  }
}
