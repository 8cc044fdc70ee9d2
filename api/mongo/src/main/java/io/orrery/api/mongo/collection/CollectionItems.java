// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Everything that lies in collections: documents, and receipts of writes, which are none.
public record CollectionItems(Gateway gateway) {
  private static final int PAGE_MAX = 1000;

  boolean hasDocuments(ContainerHandle collection) {
    return any(collection, request(), CollectionItems::isDocument);
  }

  public void forEachDocument(ContainerHandle collection, Consumer<Value.Document> action) {
    forEach(
        collection,
        request(),
        item -> {
          if (isDocument(item)) {
            action.accept((Value.Document) StoredItems.decode(item.body()));
          }
        });
  }

  private RequestContext request() {
    return gateway.request(Duration.ofMillis(gateway.administration().limits().requestMillis()));
  }

  public static boolean isDocument(Item item) {
    return StoredCursor.over(item.body()).kind() == Value.Kind.OBJECT;
  }

  public void forEach(ContainerHandle collection, RequestContext context, Consumer<Item> action) {
    boolean _ =
        any(
            collection,
            context,
            item -> {
              action.accept(item);
              return false;
            });
  }

  private boolean any(ContainerHandle collection, RequestContext context, Predicate<Item> wanted) {
    @Nullable String place = null;
    do {
      Page<Row> page =
          gateway.scanItems(collection, Scope.ALL, new PageRequest(PAGE_MAX, place), context);
      for (Row row : page.rows()) {
        if (wanted.test(row.item())) {
          return true;
        }
      }
      place = page.continuation().orElse(null);
    } while (place != null);
    return false;
  }
}
