// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.WeakTag;
import io.orrery.model.container.ItemVersion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What must be true of an entity that is to be changed, by `If-Match`.
public sealed interface Precondition {

  /// Nothing: it may also not be there.
  record Nothing() implements Precondition {}

  /// It is there.
  record Exists() implements Precondition {}

  /// It has this version.
  record Version(ItemVersion version) implements Precondition {}

  static Precondition of(Optional<String> ifMatch) {
    return ifMatch
        .map(String::strip)
        .<Precondition>map(
            tag -> tag.equals("*") ? new Exists() : new Version(WeakTag.version(tag)))
        .orElseGet(Nothing::new);
  }

  /// The version it must have; null if any will do.
  default @Nullable ItemVersion expected() {
    return switch (this) {
      case Nothing _, Exists _ -> null;
      case Version(ItemVersion version) -> version;
    };
  }

  /// Whether what is not there is made.
  default boolean inserts() {
    return switch (this) {
      case Nothing _ -> true;
      case Exists _, Version _ -> false;
    };
  }
}
