// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// The places of documents in their order.
final class Ranks {
  private Ranks() {}

  static List<Value> numbers(WindowPartition partition) {
    List<Value> numbers = new ArrayList<>();
    for (int i = 0; i < partition.size(); i++) {
      numbers.add(new Value.Int32(i + 1));
    }
    return numbers;
  }

  /// Equal documents share a place, and places behind them are left out.
  static List<Value> ranks(WindowPartition partition) {
    List<Value> ranks = new ArrayList<>();
    for (int i = 0; i < partition.size(); i++) {
      ranks.add(partition.isTied(i) ? ranks.get(i - 1) : new Value.Int32(i + 1));
    }
    return ranks;
  }

  /// Equal documents share a place, and none is left out.
  static List<Value> denseRanks(WindowPartition partition) {
    List<Value> ranks = new ArrayList<>();
    int rank = 0;
    for (int i = 0; i < partition.size(); i++) {
      rank += partition.isTied(i) ? 0 : 1;
      ranks.add(new Value.Int32(rank));
    }
    return ranks;
  }
}
