// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the documents of a collection have to pass.
///
/// @param rule as the client wrote it
/// @param moderate whether a document that did not pass before need not pass after
/// @param warns whether what does not pass is written all the same, and only logged
public record Validator(
    String collection, Value.Document rule, Filter filter, boolean moderate, boolean warns) {
  private static final Logger LOG = LoggerFactory.getLogger(Validator.class);

  /// Empty if documents are not checked.
  static Optional<Validator> of(String collection, CollectionOptions options) {
    if (options.is(CollectionOptions.VALIDATION_LEVEL, "off", false)) {
      return Optional.empty();
    }
    return options
        .validator()
        .map(
            rule ->
                new Validator(
                    collection,
                    rule,
                    FilterReader.read(rule),
                    options.is(CollectionOptions.VALIDATION_LEVEL, "moderate", false),
                    options.is(CollectionOptions.VALIDATION_ACTION, "warn", false)));
  }

  /// Fails if a validator cannot be read, so that none is kept of which that is true.
  public static void requireReadable(CollectionOptions options) {
    options
        .validator()
        .ifPresent(
            rule -> {
              Filter _ = FilterReader.read(rule);
            });
  }

  /// Fails with DOCUMENT_VALIDATION_FAILURE if a new document does not pass.
  void require(Value.Document document) {
    if (Matching.matches(filter, document)) {
      return;
    }
    if (warns) {
      LOG.atWarn()
          .addKeyValue("collection", collection)
          .log("A document that does not pass the validator of its collection is written.");
      return;
    }
    LinkedHashMap<String, Value> info = new LinkedHashMap<>();
    info.put("failingDocumentId", document.property("_id"));
    info.put("details", FailedClauses.explain(rule, document));
    LinkedHashMap<String, Value> details = new LinkedHashMap<>();
    details.put("errInfo", new Value.Document(info));
    throw new MongoFailure(
        MongoError.DOCUMENT_VALIDATION_FAILURE,
        "Document failed validation",
        new Value.Document(details));
  }

  /// As [#require], for a document that is changed.
  void requireChanged(Value.Document before, Value.Document after) {
    if (!moderate || Matching.matches(filter, before)) {
      require(after);
    }
  }
}
