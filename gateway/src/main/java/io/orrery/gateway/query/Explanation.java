// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.model.container.RequestCharge;
import java.util.List;

/// How a page of a query came about, for people who ask why it costs what it costs.
///
/// @param access how the candidates were found, in words
/// @param utilized the paths of the indexes that were read, `/a/?`; those of a composite index
///   together
/// @param potential the paths that the filter names and no index has
/// @param partitions those that were opened
public record Explanation(
    String access, List<List<String>> utilized, List<String> potential, List<Touched> partitions) {

  /// What was read of one partition.
  ///
  /// @param entries walked over, of the index or of the items
  /// @param returned rows that it gave
  /// @param nanos that it was waited for; 0 unless the request is measured
  public record Touched(
      int ordinal,
      long entries,
      long items,
      long bytes,
      long returned,
      long nanos,
      RequestCharge charge) {}

  public Explanation {
    utilized = List.copyOf(utilized);
    potential = List.copyOf(potential);
    partitions = List.copyOf(partitions);
  }
}
