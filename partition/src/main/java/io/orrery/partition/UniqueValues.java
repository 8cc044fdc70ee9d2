// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.encoding.Sha256;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The values of a unique key in an item, as bytes that are equal when the values are.
public final class UniqueValues {
  /// Longer values stand as their digest: keys stay short, and only equality matters here.
  private static final int BYTES_MAX = 256;

  private UniqueValues() {}

  /// The keys in ITEMS that say which unique values an item has, in the order of the constraints.
  public static List<byte[]> keys(
      int container, ItemKey key, byte[] body, PartitionSettings settings) {
    List<List<PropertyPath>> constraints = settings.uniqueKeys();
    List<byte[]> keys = new ArrayList<>(constraints.size());
    for (int i = 0; i < constraints.size(); i++) {
      byte[] values = of(body, constraints.get(i), settings.indexing().order());
      keys.add(Layout.unique(container, key, i, values));
    }
    return keys;
  }

  /// The same for the unique declared indexes, with their numbers.
  ///
  /// @param newest of the newest settings, or else of those that the item is indexed by
  public static SortedMap<byte[], Integer> entries(
      int container, ItemKey key, byte[] body, SettingsHistory settings, boolean newest) {
    SortedMap<byte[], Integer> entries = new TreeMap<>(Arrays::compareUnsigned);
    settings
        .terms(key.encoded(), newest)
        .uniqueValues(
            body,
            (index, values) ->
                entries.put(Layout.uniqueEntry(container, key, index, values), index));
    return entries;
  }

  /// A path the item does not have counts as null, as in the service: only one item of a logical
  /// partition may lack it.
  private static byte[] of(byte[] body, List<PropertyPath> paths, ValueOrder order) {
    ByteWriter out = new ByteWriter();
    for (PropertyPath path : paths) {
      StoredCursor cursor = StoredCursor.over(body);
      if (path.seek(cursor)) {
        cursor.writeKey(out, order, Integer.MAX_VALUE);
      } else {
        KeyEncoding.write(out, Value.Null.NULL, order);
      }
    }
    byte[] values = out.toByteArray();
    return values.length <= BYTES_MAX ? values : Sha256.of(values, 0, values.length);
  }
}
