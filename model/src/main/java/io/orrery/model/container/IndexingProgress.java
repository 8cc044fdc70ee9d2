// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

/// How far the index of a container follows its newest definition.
public enum IndexingProgress {
  DONE,
  /// An item cannot be indexed so: it has too many entries, or those of another.
  HELD_UP,
  GOING_ON
}
