// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where in the item a name of the FROM clause stands, for those that are one place in it: `c` is
/// the item itself, `x` of `c.a AS x` is its property `a`, the elements of an array are nowhere.
final class DocumentPaths {
  private final Map<String, List<String>> places = new HashMap<>();

  DocumentPaths(@Nullable Source from) {
    add(ExpressionTrees.sources(from), true);
  }

  private DocumentPaths(DocumentPaths around, @Nullable Source from) {
    places.putAll(around.places);
    add(ExpressionTrees.sources(from), false);
  }

  /// The names inside a subquery with this FROM clause.
  DocumentPaths inside(@Nullable Source from) {
    return new DocumentPaths(this, from);
  }

  /// @param ofItems whether the first source is the items themselves, whatever its name
  private void add(List<Source> sources, boolean ofItems) {
    for (int i = 0; i < sources.size(); i++) {
      String alias = ExpressionTrees.alias(sources.get(i));
      if (alias != null) {
        List<String> place = place(sources.get(i), ofItems && i == 0);
        if (place == null) {
          places.remove(alias);
        } else {
          places.put(alias, place);
        }
      }
    }
  }

  private @Nullable List<String> place(Source source, boolean first) {
    if (!(source instanceof Source.Aliased(Source.Path path, _))) {
      return null;
    }
    List<String> place = first ? List.of() : places.get(path.root());
    for (Source.Step step : path.steps()) {
      if (place == null || !(step instanceof Source.Name(String name, _))) {
        return null;
      }
      place = append(place, name);
    }
    return place;
  }

  /// The names on the way from the item to what the expression is; null if it is no such place.
  @Nullable List<String> find(Expression expression) {
    if (expression instanceof Reference reference) {
      return places.get(reference.name());
    }
    if (expression instanceof Member member) {
      List<String> of = find(member.of());
      return of == null ? null : append(of, member.name());
    }
    return null;
  }

  private static List<String> append(List<String> names, String name) {
    List<String> result = new ArrayList<>(names);
    result.add(name);
    return result;
  }
}
