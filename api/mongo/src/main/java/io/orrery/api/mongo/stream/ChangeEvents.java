// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.collection.DocumentId;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.ChangeStreamCommand.Images;
import io.orrery.api.mongo.command.Moments;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;

/// Tells what a change was.
///
/// @param after whether updates tell the document as it became
/// @param before whether changes tell the document as it was
record ChangeEvents(Images after, Images before) {

  /// The event of a change; empty if it is not about a document, but about a receipt.
  Optional<Value.Document> of(
      Namespace namespace, ContainerHandle collection, ChangedItem change, Value.Document token) {
    Optional<Value.Document> now = document(change.current());
    Optional<Value.Document> was = document(change.previous());
    if (now.isEmpty() && was.isEmpty()) {
      return Optional.empty();
    }
    Value.Document any = now.orElseGet(was::orElseThrow);
    LinkedHashMap<String, Value> event =
        head(token, operation(change.operation()), change.timeMillis());
    boolean insert = change.operation() == Change.Operation.CREATE;
    boolean update = change.operation() == Change.Operation.EDIT;
    if (insert || change.operation() == Change.Operation.REPLACE) {
      now.ifPresent(document -> event.put("fullDocument", document));
    }
    boolean tells = CollectionOptions.of(collection.container().definition()).tellsImages();
    if (update && after != Images.OFF) {
      event.put("fullDocument", image(after, tells, now));
    }
    event.put("ns", name(namespace));
    event.put("documentKey", key(collection, any));
    if (update) {
      event.put(
          "updateDescription", UpdateDescription.of(was.orElseThrow(ChangeEvents::noImage), any));
    }
    if (!insert && before != Images.OFF) {
      event.put("fullDocumentBeforeChange", image(before, tells, was));
    }
    return Optional.of(new Value.Document(event));
  }

  private static String operation(Change.Operation operation) {
    return switch (operation) {
      case CREATE -> "insert";
      case REPLACE -> "replace";
      case EDIT -> "update";
      case DELETE, EXPIRE -> "delete";
    };
  }

  /// @param tells whether the collection lets its images be told
  private static Value image(Images wanted, boolean tells, Optional<Value.Document> image) {
    if (tells || wanted == Images.LOOKED_UP) {
      return image.orElseThrow(ChangeEvents::noImage);
    }
    if (wanted == Images.REQUIRED) {
      throw new MongoFailure(
          MongoError.NO_MATCHING_DOCUMENT,
          "Change stream was configured to require an image of the document, but its collection"
              + " tells none.");
    }
    return Value.Null.NULL;
  }

  private static MongoFailure noImage() {
    return new MongoFailure(
        MongoError.CHANGE_STREAM_HISTORY_LOST,
        "The document as it was before the change is not kept any more.");
  }

  private static Optional<Value.Document> document(Optional<Item> item) {
    return item.map(found -> StoredItems.decode(found.body()))
        .filter(Value.Document.class::isInstance)
        .map(Value.Document.class::cast);
  }

  /// The event of something that happened to a collection or a database as a whole.
  static Value.Document ofWhole(
      String operation, Optional<Value.Document> name, long millis, Value.Document token) {
    LinkedHashMap<String, Value> event = head(token, operation, millis);
    name.ifPresent(ns -> event.put("ns", ns));
    return new Value.Document(event);
  }

  /// The event of a collection that has another name now.
  static Value.Document ofRename(
      Namespace namespace, Namespace wanted, long millis, Value.Document token) {
    LinkedHashMap<String, Value> event = head(token, "rename", millis);
    event.put("ns", name(namespace));
    event.put("to", name(wanted));
    return new Value.Document(event);
  }

  private static LinkedHashMap<String, Value> head(
      Value.Document token, String operation, long millis) {
    LinkedHashMap<String, Value> event = new LinkedHashMap<>();
    event.put("_id", token);
    event.put("operationType", new Value.Text(operation));
    event.put("clusterTime", Moments.timestamp(millis));
    event.put("wallTime", new Value.DateTime(millis, 0));
    return event;
  }

  static Value.Document name(Namespace namespace) {
    LinkedHashMap<String, Value> name = new LinkedHashMap<>();
    name.put("db", new Value.Text(namespace.database()));
    name.put("coll", new Value.Text(namespace.collection()));
    return new Value.Document(name);
  }

  static Value.Document name(String database) {
    LinkedHashMap<String, Value> name = new LinkedHashMap<>();
    name.put("db", new Value.Text(database));
    return new Value.Document(name);
  }

  private static Value.Document key(ContainerHandle collection, Value.Document document) {
    LinkedHashMap<String, Value> key = new LinkedHashMap<>();
    if (ShardKey.isSharded(collection)) {
      String path = ShardKey.path(collection);
      boolean _ =
          DocumentPath.of(path)
              .any(
                  document,
                  value -> {
                    key.put(path, value);
                    return true;
                  });
    }
    key.put(DocumentId.FIELD, document.property(DocumentId.FIELD));
    return new Value.Document(key);
  }
}
