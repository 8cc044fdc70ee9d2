// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.collection.DocumentId;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Edit;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Update;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Documents that are stored for the first time: their id stands in front.
final class NewDocuments {
  private static final byte[] ID = {'_', 'i', 'd'};

  /// @param body in the stored form
  record NewDocument(Value id, byte[] body) {}

  private final InstantSource clock;

  NewDocuments(InstantSource clock) {
    this.clock = clock;
  }

  /// A document with its id in front; one that has none gets one.
  NewDocument of(byte[] stored) {
    StoredCursor cursor = StoredCursor.over(stored);
    cursor.enter();
    if (cursor.next() && cursor.nameIs(ID)) {
      return new NewDocument(requireNoOperators(cursor.value()), stored);
    }
    return of((Value.Document) StoredItems.decode(stored));
  }

  NewDocument of(Value.Document document) {
    Value given = document.property(DocumentId.FIELD);
    Value id =
        given == Value.Undefined.UNDEFINED && !document.properties().containsKey(DocumentId.FIELD)
            ? DocumentId.generate(clock)
            : given;
    return new NewDocument(requireNoOperators(id), StoredItems.encode(withId(id, document)));
  }

  private static Value requireNoOperators(Value id) {
    if (id instanceof Value.Document document) {
      for (String name : document.properties().keySet()) {
        if (name.startsWith("$")) {
          throw new MongoFailure(
              MongoError.DOLLAR_PREFIXED_FIELD_NAME,
              "_id fields may not contain '$'-prefixed fields: %s is not valid for storage."
                  .formatted(name));
        }
      }
    }
    return id;
  }

  static Value.Document withId(Value id, Value.Document document) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put(DocumentId.FIELD, id);
    document.properties().forEach(fields::putIfAbsent);
    return new Value.Document(fields);
  }

  /// What an upsert begins with: the fields that the filter wants to be equal to something.
  static Value.Document seed(Filter filter) {
    List<Edit> edits = new ArrayList<>();
    collect(filter, edits);
    Value.Document empty = new Value.Document(new LinkedHashMap<>());
    Update update = new Update(edits, null, null, false);
    return switch (Editing.apply(update, StoredItems.encode(empty), true, 0)) {
      case Editing.Edited.Done(byte[] stored, int _) -> (Value.Document) StoredItems.decode(stored);
      case Editing.Edited.Failed _ ->
          throw new MongoFailure(
              MongoError.NOT_SINGLE_VALUE_FIELD,
              "cannot infer query fields to set: paths of the filter exclude each other");
    };
  }

  private static void collect(Filter filter, List<Edit> edits) {
    switch (filter) {
      case Filter.And(List<Filter> parts) -> parts.forEach(part -> collect(part, edits));
      case Filter.Or(List<Filter> parts) when parts.size() == 1 -> collect(parts.getFirst(), edits);
      case Filter.Field(DocumentPath path, Test.Compare(Comparison comparison, Value value))
          when comparison == Comparison.EQUAL ->
          edits.add(new Edit.Set(path.names(), value, Edit.Parents.CREATED));
      case Filter.Field(
              DocumentPath path,
              Test.CollatedCompare(Test.Compare plain, var _, var _)) ->
          collect(new Filter.Field(path, plain), edits);
      case Filter.Field(DocumentPath path, Test.CollatedIn(Test.In plain, var _, var _)) ->
          collect(new Filter.Field(path, plain), edits);
      case Filter.Field(DocumentPath path, Test.In(List<Value> values, var patterns))
          when values.size() == 1 && patterns.isEmpty() ->
          edits.add(new Edit.Set(path.names(), values.getFirst(), Edit.Parents.CREATED));
      case Filter.Field _,
          Filter.Computed _,
          Filter.Schema _,
          Filter.Words _,
          Filter.Keys _,
          Filter.Or _,
          Filter.Nor _ -> {
        // Says nothing about what is equal.
      }
    }
  }

  /// Whether an update is operators or a document in the place of the old one.
  static boolean isReplacement(Value.Document change) {
    boolean operators = false;
    boolean fields = false;
    for (Map.Entry<String, Value> each : change.properties().entrySet()) {
      operators |= each.getKey().startsWith("$");
      fields |= !each.getKey().startsWith("$");
    }
    if (operators && fields) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          "Unknown modifier: an update has either operators or the fields of a document");
    }
    return !operators;
  }
}
