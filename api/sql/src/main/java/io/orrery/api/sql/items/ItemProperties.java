// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.model.container.SourceItem;
import io.orrery.model.value.Value;
import io.orrery.query.evaluate.SystemProperties;
import java.util.List;

/// What the server says about an item, as queries see it.
record ItemProperties(ShownItems items, SourceItem item) implements SystemProperties {
  @Override
  public List<String> names() {
    return items.properties();
  }

  @Override
  public Value value(String name) {
    return switch (name) {
      case "_rid" -> new Value.Text(items.rid(item));
      case "_self" -> new Value.Text(items.self(item));
      case "_etag" -> new Value.Text(items.etag(item));
      case "_attachments" -> new Value.Text("attachments/");
      case "_ts" -> new Value.Int64(ItemOwner.seconds(item));
      default -> Value.Undefined.UNDEFINED; // no property of the server's
    };
  }
}
