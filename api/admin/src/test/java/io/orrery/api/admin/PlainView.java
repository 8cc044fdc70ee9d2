// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.gateway.view.ViewPage;
import io.orrery.gateway.view.ViewedItem;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredItems;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import java.nio.charset.StandardCharsets;

/// Items as JSON, at the key that their `pk` and `id` say; filters are texts that occur in them.
record PlainView(Gateway gateway) implements ItemTexts {

  @Override
  public ViewPage page(
      ContainerHandle container, String filter, PageRequest wanted, RequestContext context) {
    Page<Row> page = gateway.scanItems(container, Scope.ALL, wanted, context);
    return new ViewPage(
        page.rows().stream()
            .map(row -> viewed(row.item()))
            .filter(item -> item.text().contains(filter))
            .toList(),
        page.continuation());
  }

  private static ViewedItem viewed(Item item) {
    return new ViewedItem(
        Json.text(StoredItems.decode(item.body())), item.version().toString(), true);
  }

  @Override
  public ViewedItem create(ContainerHandle container, String text, RequestContext context) {
    return viewed(gateway.create(container, key(container, text), item(text), context).item());
  }

  @Override
  public ViewedItem replace(
      ContainerHandle container, String text, String etag, RequestContext context) {
    ItemKey key = key(container, text);
    return viewed(gateway.replace(container, key, item(text), version(etag), context).item());
  }

  @Override
  public void delete(ContainerHandle container, String text, String etag, RequestContext context) {
    var _ = gateway.delete(container, key(container, text), version(etag), context);
  }

  private static ItemVersion version(String etag) {
    int point = etag.indexOf('.');
    return new ItemVersion(
        Long.parseLong(etag.substring(0, point)), Integer.parseInt(etag.substring(point + 1)));
  }

  private static NewItem item(String text) {
    return new NewItem(StoredItems.encode(Json.parse(text)), 0, true);
  }

  private static ItemKey key(ContainerHandle container, String text) {
    Value.Document document = (Value.Document) Json.parse(text);
    String id = ((Value.Text) document.property("id")).value();
    return container.key(
        PartitionKey.of(document.property("pk")), id.getBytes(StandardCharsets.UTF_8));
  }
}
