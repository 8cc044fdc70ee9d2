// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import org.jspecify.annotations.Nullable;

/// Where shapes lie. Only valid ones have answers: see [#flaw(Position)] and [#flaw(Shape)].
public sealed interface Space permits Geography, Plane {

  /// What is wrong with a position; null if nothing is.
  @Nullable String flaw(Position position);

  /// What is wrong with a shape of valid positions; null if nothing is.
  @Nullable String flaw(Shape shape);

  /// Whether the first shape lies within the second.
  boolean within(Shape inner, Shape outer);

  boolean intersects(Shape first, Shape second);

  /// The length of the shortest way between two shapes.
  double distance(Shape first, Shape second);

  /// 0 for points and lines.
  double area(Shape shape);
}
