// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import org.jspecify.annotations.Nullable;

/// What can be told of a key without waiting for a disk.
///
/// @param isKnown false if only the disk can tell; `value` then says nothing
/// @param value null if there is none
public record Glance<T>(boolean isKnown, @Nullable T value) {

  public static <T> Glance<T> unknown() {
    return new Glance<>(false, null);
  }

  public static <T> Glance<T> of(@Nullable T value) {
    return new Glance<>(true, value);
  }
}
