// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.collection.DocumentId;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.write.NewDocuments.NewDocument;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Update;
import java.time.InstantSource;

/// What changes make of documents, in memory: the caller writes it if the document is still the one
/// it was made from.
final class ChangedDocuments {
  private final InstantSource clock;

  ChangedDocuments(InstantSource clock) {
    this.clock = clock;
  }

  /// What a change makes of a document. Its id stays.
  byte[] changed(Change change, Value.Document before, byte[] body) {
    Value id = before.property(DocumentId.FIELD);
    byte[] after;
    if (change.pipeline().isPresent()) {
      after =
          StoredItems.encode(identified(id, PipedChanges.apply(change.pipeline().get(), before)));
    } else if (NewDocuments.isReplacement(change.change())) {
      Value given = change.change().property(DocumentId.FIELD);
      if (given != Value.Undefined.UNDEFINED && ValueOrder.BSON.compare(given, id) != 0) {
        throw immutableId();
      }
      after = StoredItems.encode(NewDocuments.withId(id, change.change()));
    } else {
      after = edited(change, before, body, false);
    }
    Value kept = ((Value.Document) StoredItems.decode(after)).property(DocumentId.FIELD);
    if (!kept.equals(id)) {
      throw immutableId();
    }
    return DocumentSize.requireStored(after);
  }

  /// A pipeline may leave the id out.
  private static Value.Document identified(Value id, Value.Document made) {
    return made.properties().containsKey(DocumentId.FIELD) ? made : NewDocuments.withId(id, made);
  }

  private byte[] edited(Change change, Value.Document document, byte[] body, boolean inserting) {
    Filter filter = FilterReader.read(change.filter());
    var places =
        new ConcretePaths(filter, change.arrayFilters(), CollatedFilters.of(change.filter()));
    var update = new Update(UpdateOperators.of(change).edits(document, places), null, null, false);
    return switch (Editing.apply(update, body, inserting, clock.millis())) {
      case Editing.Edited.Done(byte[] stored, int _) -> DocumentSize.requireStored(stored);
      case Editing.Edited.Failed(var failure) -> throw EditFailures.failure(failure);
    };
  }

  private static MongoFailure immutableId() {
    return new MongoFailure(
        MongoError.IMMUTABLE_FIELD,
        "Performing an update on the path '_id' would modify the immutable field '_id'");
  }

  /// What an upsert makes where nothing passes its filter.
  NewDocument made(Change change, Filter filter) {
    Value.Document seed = NewDocuments.seed(filter);
    var documents = new NewDocuments(clock);
    if (change.pipeline().isPresent()) {
      return documents.of(PipedChanges.apply(change.pipeline().get(), seed));
    }
    if (NewDocuments.isReplacement(change.change())) {
      Value id = seed.property(DocumentId.FIELD);
      return documents.of(
          id == Value.Undefined.UNDEFINED
              ? change.change()
              : NewDocuments.withId(id, change.change()));
    }
    return documents.of(edited(change, seed, StoredItems.encode(seed), true));
  }
}
