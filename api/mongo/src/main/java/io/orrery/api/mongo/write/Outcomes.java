// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.write.Statements.Changed;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;

/// What became of a document, as receipts keep it: enough to answer once more.
final class Outcomes {
  private static final String MATCHED = "matched";
  private static final String MODIFIED = "modified";
  private static final String UPSERTED = "upserted";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private Outcomes() {}

  static Value write(Changed changed) {
    LinkedHashMap<String, Value> outcome = new LinkedHashMap<>();
    outcome.put(MATCHED, Value.Bool.of(changed.matched()));
    outcome.put(MODIFIED, Value.Bool.of(changed.modified()));
    changed.upserted().ifPresent(id -> outcome.put(UPSERTED, id));
    changed.before().ifPresent(document -> outcome.put(BEFORE, document));
    changed.after().ifPresent(document -> outcome.put(AFTER, document));
    return new Value.Document(outcome);
  }

  static Changed read(Value outcome) {
    if (!(outcome instanceof Value.Document document)) {
      return Changed.NOTHING;
    }
    return new Changed(
        document.property(MATCHED) == Value.Bool.TRUE,
        document.property(MODIFIED) == Value.Bool.TRUE,
        document.properties().containsKey(UPSERTED)
            ? Optional.of(document.property(UPSERTED))
            : Optional.empty(),
        find(document, BEFORE),
        find(document, AFTER));
  }

  private static Optional<Value.Document> find(Value.Document outcome, String name) {
    return outcome.property(name) instanceof Value.Document document
        ? Optional.of(document)
        : Optional.empty();
  }
}
