// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.plan.program.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The first of many things by their keys: as many as asked for, or as many as memory allows. What
/// does not fit is forgotten, and so is everything behind it: another pass finds it again.
final class SortedRows<T> implements AutoCloseable {
  /// About what a place among the others takes.
  private static final long PLACE_BYTES = 96;

  /// Something kept, and how much memory it takes.
  private record Kept<T>(T thing, long bytes) {}

  private final TreeMap<byte[], Kept<T>> kept = new TreeMap<>(Arrays::compareUnsigned);
  private final long countMax;
  private final long bytesMax;
  private final Budget budget;
  private long bytes;
  private byte @Nullable [] forgotten;

  /// @param budget accounts for what is kept
  SortedRows(long countMax, long bytesMax, Budget budget) {
    this.countMax = Math.max(1, countMax);
    this.bytesMax = bytesMax;
    this.budget = budget;
  }

  /// Whether something with this key would be forgotten at once.
  boolean isBehind(byte[] key) {
    return forgotten != null && Arrays.compareUnsigned(key, forgotten) >= 0;
  }

  @Nullable T find(byte[] key) {
    Kept<T> found = kept.get(key);
    return found == null ? null : found.thing();
  }

  /// How many bytes are booked for what has this key; 0 if there is nothing.
  long size(byte[] key) {
    Kept<T> found = kept.get(key);
    return found == null ? 0 : found.bytes() - place(key);
  }

  private static long place(byte[] key) {
    return PLACE_BYTES + key.length;
  }

  void put(byte[] key, T thing, long size) {
    if (isBehind(key)) {
      return;
    }
    long all = size + place(key);
    Kept<T> before = kept.put(key, new Kept<>(thing, all));
    account(all - (before == null ? 0 : before.bytes()));
    shrink();
  }

  private void shrink() {
    while (kept.size() > 1 && (kept.size() > countMax || bytes > bytesMax)) {
      Map.Entry<byte[], Kept<T>> last = kept.pollLastEntry();
      account(-last.getValue().bytes());
      forgotten = last.getKey();
    }
  }

  Map.@Nullable Entry<byte[], T> takeFirst() {
    Map.Entry<byte[], Kept<T>> first = kept.pollFirstEntry();
    if (first == null) {
      return null;
    }
    account(-first.getValue().bytes());
    return Map.entry(first.getKey(), first.getValue().thing());
  }

  private void account(long more) {
    if (more > 0) {
      budget.take(more);
    } else {
      budget.give(-more);
    }
    bytes += more;
  }

  /// Forgets everything.
  @Override
  public void close() {
    kept.clear();
    account(-bytes);
  }

  /// Whether there may be more behind those kept.
  boolean hasForgotten() {
    return forgotten != null;
  }

  /// Everything kept, as a page whose rows count as memory until whoever asked gives them back.
  static FragmentPage page(SortedRows<RowValue> rows, FragmentUsage usage) {
    List<KeyedRow> all = new ArrayList<>(rows.kept.size());
    rows.kept.forEach(
        (key, each) -> all.add(new KeyedRow(key, 0, sized(each.thing(), each.bytes()))));
    boolean more = rows.hasForgotten();
    rows.close();
    for (KeyedRow row : all) {
      rows.budget.take(row.value().bytes());
    }
    return new FragmentPage.Ordered(all, more ? Start.behind(all.getLast().key()) : null, usage);
  }

  /// A group may have grown since it was begun.
  private static RowValue sized(RowValue row, long bytes) {
    return row instanceof RowValue.Partial(var keys, var states, _)
        ? new RowValue.Partial(keys, states, bytes)
        : row;
  }
}
