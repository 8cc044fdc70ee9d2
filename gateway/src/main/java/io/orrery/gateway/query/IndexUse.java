// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import java.util.Set;

/// Which declared indexes a query may use: those that have an entry of every item that can pass its
/// filter, which only the API can tell.
///
/// @param required whether one of them has to be used, however little it helps
public record IndexUse(Set<Integer> indexes, boolean required) {
  public static final IndexUse NONE = new IndexUse(Set.of(), false);

  public IndexUse {
    indexes = Set.copyOf(indexes);
  }
}
