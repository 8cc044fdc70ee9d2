// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.syntax.Source.Name;
import java.util.LinkedHashMap;

/// An item as it is stored: a path is one walk over the bytes, which decodes only what it finds.
///
/// @param body the item's own properties, stored; not copied
/// @param system what the item has beside them; these win over the body's
public record StoredItem(byte[] body, SystemProperties system) implements QueriedItem {

  @Override
  public Value whole() {
    Value own = StoredItems.decode(body);
    if (!(own instanceof Document document) || system.names().isEmpty()) {
      return own;
    }
    var properties = new LinkedHashMap<>(document.properties());
    for (String name : system.names()) {
      properties.remove(name);
      Value value = system.value(name);
      if (value != Undefined.UNDEFINED) {
        properties.put(name, value);
      }
    }
    return new Document(properties);
  }

  @Override
  public Value at(ItemPath path) {
    if (path.isEmpty()) {
      return whole();
    }
    if (path.steps().getFirst() instanceof Name(String name, _) && system.names().contains(name)) {
      return path.in(system.value(name), 1);
    }
    StoredCursor cursor = StoredCursor.over(body);
    return path.seek(cursor) ? cursor.value() : Undefined.UNDEFINED;
  }
}
