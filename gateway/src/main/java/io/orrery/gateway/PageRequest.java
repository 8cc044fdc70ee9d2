// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import org.jspecify.annotations.Nullable;

/// Which page of a scan is wanted.
///
/// @param itemsMax how many rows it may have; the limits of the server may allow fewer
/// @param continuation where the page before ended; null for the first
public record PageRequest(int itemsMax, @Nullable String continuation) {
  public PageRequest {
    if (itemsMax < 1) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "A page has at least one item, not " + itemsMax + ".");
    }
  }

  public static PageRequest first(int itemsMax) {
    return new PageRequest(itemsMax, null);
  }
}
