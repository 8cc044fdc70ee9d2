// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

/// How rows that are the same are told from others.
public enum DistinctType {
  /// Not at all.
  NONE("None"),
  /// Equal rows follow each other: the last one is enough to know.
  ORDERED("Ordered"),
  /// All rows so far must be known.
  UNORDERED("Unordered");

  private final String text;

  DistinctType(String text) {
    this.text = text;
  }

  /// As plans spell it.
  @Override
  public String toString() {
    return text;
  }
}
