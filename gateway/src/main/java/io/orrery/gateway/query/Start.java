// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import org.jspecify.annotations.Nullable;

/// Where to begin among candidates.
///
/// @param position of the item to go on at; null for the first
/// @param inclusive whether that item comes again
/// @param rowsDone how many of its rows were given out, if it does
public record Start(byte @Nullable [] position, boolean inclusive, long rowsDone) {
  public static final Start FIRST = new Start(null, false, 0);

  /// Behind an item.
  static Start behind(byte @Nullable [] position) {
    return new Start(position, false, 0);
  }
}
