// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.view;

import io.orrery.api.table.entities.Entity;
import io.orrery.api.table.entities.EntityBody;
import io.orrery.api.table.entities.EntityChange;
import io.orrery.api.table.entities.EntityText;
import io.orrery.api.table.entities.EntityWrites;
import io.orrery.api.table.entities.Precondition;
import io.orrery.api.table.filter.TableFilter;
import io.orrery.api.table.protocol.WeakTag;
import io.orrery.api.table.query.EntityReads;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.gateway.view.ViewPage;
import io.orrery.gateway.view.ViewedItem;
import io.orrery.model.container.Item;
import java.nio.charset.StandardCharsets;

/// The entities of tables as JSON with the types of OData; filters are those of the protocol.
public final class TableView implements ItemTexts {
  private final EntityReads reads;
  private final EntityWrites writes;

  public TableView(EntityReads reads, EntityWrites writes) {
    this.reads = reads;
    this.writes = writes;
  }

  @Override
  public ViewPage page(
      ContainerHandle table, String filter, PageRequest wanted, RequestContext context) {
    EntityReads.Found found = reads.find(table, TableFilter.parse(filter), wanted, context);
    return new ViewPage(
        found.items().stream().map(TableView::viewed).toList(), found.continuation());
  }

  /// Every type has a text of its own.
  private static ViewedItem viewed(Item item) {
    return new ViewedItem(EntityText.properties(item), WeakTag.of(item), true);
  }

  @Override
  public ViewedItem create(ContainerHandle table, String text, RequestContext context) {
    return viewed(writes.apply(table, new EntityChange.Insert(entity(text)), context));
  }

  @Override
  public ViewedItem replace(
      ContainerHandle table, String text, String etag, RequestContext context) {
    var change = new EntityChange.Replace(entity(text), seen(etag));
    return viewed(writes.apply(table, change, context));
  }

  @Override
  public void delete(ContainerHandle table, String text, String etag, RequestContext context) {
    var change = new EntityChange.Delete(entity(text).key(), seen(etag));
    Item _ = writes.apply(table, change, context);
  }

  private static Entity entity(String text) {
    return EntityBody.parse(text.getBytes(StandardCharsets.UTF_8)).complete();
  }

  private static Precondition seen(String etag) {
    return new Precondition.Version(WeakTag.version(etag));
  }
}
