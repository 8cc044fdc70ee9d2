// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import java.util.List;

/// Why an update does not fit an item.
///
/// @param edit the number of the edit, from 0; -1 if it is the item as a whole
/// @param path that was followed
/// @param depth how many of its segments were followed
public record EditFailure(int edit, Kind kind, List<String> path, int depth) {

  /// What is wrong.
  public enum Kind {
    /// There is no object or array at the followed part of the path that could have a member.
    NO_PARENT,
    /// There is nothing at the path.
    ABSENT,
    /// The last segment that was followed is no index of the array in front of it.
    OUT_OF_BOUNDS,
    NOT_A_NUMBER,
    NOT_AN_ARRAY,
    /// The sum is beyond the numbers that the arithmetic knows.
    SUM_OUT_OF_RANGE,
    /// The property that says how long the item lives is no such number.
    BAD_LIFETIME,
    /// The item would nest deeper than items may.
    TOO_DEEP,
    /// The item would have more members than it may.
    TOO_MANY_MEMBERS,
    /// The members of the item would be larger than they may.
    TOO_LARGE
  }

  public EditFailure {
    path = List.copyOf(path);
    if (edit < -1 || depth < 0 || depth > path.size()) {
      throw new IllegalArgumentException("no such failure: " + edit + ", " + depth);
    }
  }
}
