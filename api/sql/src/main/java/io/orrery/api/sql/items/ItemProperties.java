// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.model.value.Value;
import io.orrery.partition.layout.Item;
import io.orrery.query.evaluate.SystemProperties;
import java.util.List;

/// What the server says about an item, as queries see it.
record ItemProperties(ItemOwner owner, Item item) implements SystemProperties {
  @Override
  public List<String> names() {
    return owner.shown();
  }

  @Override
  public Value value(String name) {
    return switch (name) {
      case "_rid" -> new Value.Text(owner.rid(item));
      case "_self" -> new Value.Text(owner.self(item));
      case "_etag" -> new Value.Text(owner.etag(item));
      case "_attachments" -> new Value.Text("attachments/");
      case "_ts" -> new Value.Int64(ItemOwner.seconds(item));
      default -> Value.Undefined.UNDEFINED; // no property of the server's
    };
  }
}
