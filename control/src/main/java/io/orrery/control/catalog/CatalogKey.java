// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Where a record of the catalog lies in META, see [CatalogLayout]. Keys are ordered as the store
/// orders them.
public record CatalogKey(byte[] bytes) implements Comparable<CatalogKey> {

  @Override
  public int compareTo(CatalogKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CatalogKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
