// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Direction;
import io.orrery.partition.indexing.TermRange;

/// The index entries of a range of terms, in term order across all partitions of the scope: by
/// value, and by rid where values are equal.
///
/// An item has an entry for each of its values in the range, so it may be found more than once.
/// Values longer than terms may be share entries with others: whoever needs the exact value looks
/// at the item. Whether the path is indexed at all, everywhere, is the caller's business.
///
/// @param parallelism how many partitions may be read at once
/// @param keysOnly whether the items themselves are not wanted
public record IndexScan(
    Scope scope, TermRange terms, Direction direction, int parallelism, boolean keysOnly) {

  public static IndexScan of(Scope scope, TermRange terms, Direction direction) {
    return new IndexScan(scope, terms, direction, 8, false);
  }

  public IndexScan withParallelism(int newParallelism) {
    return new IndexScan(scope, terms, direction, newParallelism, keysOnly);
  }

  public IndexScan onlyKeys() {
    return new IndexScan(scope, terms, direction, parallelism, true);
  }
}
