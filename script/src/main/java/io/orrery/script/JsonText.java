// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;

/// Values as JSON text and back.
final class JsonText {
  private JsonText() {}

  static String quoted(String text) {
    return of(new Value.Text(text));
  }

  static String of(Value value) {
    return new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }

  static Value parse(String json) {
    return StoredItems.decode(StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8)));
  }
}
