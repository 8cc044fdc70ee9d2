// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.ItemKey;
import java.util.ArrayList;
import java.util.List;

/// Cursors, read to their end.
final class Scans {
  private Scans() {}

  static List<String> jsons(ItemCursor cursor) {
    List<String> jsons = new ArrayList<>();
    while (cursor.next()) {
      jsons.add(Samples.json(cursor.item()));
    }
    return jsons;
  }

  static List<ItemKey> keys(ItemCursor cursor) {
    List<ItemKey> keys = new ArrayList<>();
    while (cursor.next()) {
      keys.add(cursor.key());
    }
    return keys;
  }

  static List<ItemKey> keys(TermCursor cursor) {
    List<ItemKey> keys = new ArrayList<>();
    while (cursor.next()) {
      keys.add(cursor.itemKey());
    }
    return keys;
  }
}
