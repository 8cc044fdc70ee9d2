// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.collection.DocumentId;
import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.write.NewDocuments.NewDocument;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import java.time.InstantSource;
import java.util.function.Supplier;

/// Single documents written whole by somebody who has seen a version of them. MongoDB's protocol
/// has no etags, so its commands cannot say that.
public final class EditedDocuments {
  private final Gateway gateway;
  private final MongoCollections collections;
  private final NewDocuments documents;
  private final DuplicateKeys duplicates;
  private final CappedCollections capped;

  public EditedDocuments(
      Gateway gateway,
      MongoCollections collections,
      CappedCollections capped,
      InstantSource clock) {
    this.gateway = gateway;
    this.capped = capped;
    this.collections = collections;
    this.documents = new NewDocuments(clock);
    this.duplicates = new DuplicateKeys(collections);
  }

  public Item create(ContainerHandle collection, Value.Document document, RequestContext context) {
    NewDocument made = documents.of(document);
    ItemKey key = key(collection, made);
    collections.validators().of(collection, false).ifPresent(each -> each.require(made.body()));
    return write(
        collection, made, () -> gateway.create(collection, key, item(made, 0), context).item());
  }

  /// Fails with PRECONDITION_FAILED if the document with this id is another version by now.
  public Item replace(
      ContainerHandle collection,
      Value.Document document,
      ItemVersion expected,
      RequestContext context) {
    boolean _ = NewDocuments.isReplacement(document);
    ItemKey key = key(collection, identified(document));
    Item before =
        gateway
            .find(collection, key, context)
            .item()
            .orElseThrow(
                () -> new OrreryException(ErrorCode.NOT_FOUND, "There is no such document."));
    Value.Document old = (Value.Document) StoredItems.decode(before.body());
    NewDocument made = documents.of(NewDocuments.withId(old.property(DocumentId.FIELD), document));
    collections
        .validators()
        .of(collection, false)
        .ifPresent(each -> each.requireChanged(old, made.body()));
    return write(
        collection,
        made,
        () ->
            gateway
                .replace(collection, key, item(made, before.ttlSeconds()), expected, context)
                .item());
  }

  /// Fails as [#replace].
  public void delete(
      ContainerHandle collection,
      Value.Document document,
      ItemVersion expected,
      RequestContext context) {
    var _ = gateway.delete(collection, key(collection, identified(document)), expected, context);
    capped.changed(collection);
  }

  private NewDocument identified(Value.Document document) {
    if (!document.properties().containsKey(DocumentId.FIELD)) {
      throw new MongoFailure(MongoError.BAD_VALUE, "The document has no _id, so it has no place.");
    }
    return documents.of(document);
  }

  private static ItemKey key(ContainerHandle collection, NewDocument document) {
    return DocumentKeys.of(collection, document.id(), document.body());
  }

  private static NewItem item(NewDocument document, int ttlSeconds) {
    return new NewItem(document.body(), ttlSeconds, true);
  }

  private Item write(ContainerHandle collection, NewDocument document, Supplier<Item> work) {
    byte[] _ = DocumentSize.requireStored(document.body());
    Namespace namespace = collections.namespace(collection);
    var _ = collections.find(namespace); // which must not be a view
    try (var _ = collections.use(namespace)) {
      Item written = work.get();
      capped.changed(collection);
      return written;
    } catch (OrreryException failure) {
      throw duplicates.explain(collection, failure, document.body());
    }
  }
}
