// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands behind FROM.
public sealed interface Source {

  /// `path alias`, `path AS alias`, `(SELECT …) AS alias`: one value for each of those in front.
  ///
  /// @param alias null if the text gives none; the name is then the last of the path
  record Aliased(Collection collection, @Nullable String alias) implements Source {}

  /// `alias IN path`: every element of an array.
  record Iterated(String alias, Collection collection) implements Source {}

  /// `left JOIN right`.
  record Join(Source left, Source right) implements Source {}

  /// What a source draws from.
  sealed interface Collection {}

  /// `root.a["b"][0]`
  record Path(String root, List<Step> steps, Span span) implements Collection {
    public Path {
      steps = List.copyOf(steps);
    }
  }

  record Subquery(Query query) implements Collection {}

  /// One step along a path.
  sealed interface Step {}

  /// A property.
  ///
  /// @param quoted whether the text writes `["name"]` rather than `.name`
  record Name(String name, boolean quoted) implements Step {}

  record Element(long index) implements Step {}
}
