// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import io.orrery.model.container.IndexForm;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.geo.GeoShape;
import io.orrery.plan.geo.GeoValues;
import io.orrery.plan.geo.GridCells;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The entries of an item in an index that does not have plain values.
public final class DerivedEntries {
  private DerivedEntries() {}

  /// Gives each entry once, as the values of its parts.
  public static void of(IndexForm form, Value item, Consumer<Value[]> sink) {
    switch (form) {
      case IndexForm.Values _ -> throw new IllegalArgumentException("plain values are not derived");
      case IndexForm.EveryPath paths -> {
        Set<Value> entries = new TreeSet<>(ValueOrder.BSON);
        if (item instanceof Value.Document document) {
          collect("", document, paths, entries);
        }
        for (Value entry : entries) {
          sink.accept(((Value.Array) entry).elements().toArray(Value[]::new));
        }
      }
      case IndexForm.Words(List<String> paths, String usual, String languageField) -> {
        Set<String> terms = new TreeSet<>();
        TextFields.each(
            item,
            paths,
            new TextLanguage(usual, languageField),
            (_, text, language) ->
                TextTerms.words(text, language).forEach(word -> terms.add(word.term())));
        terms.forEach(term -> sink.accept(new Value[] {new Value.Text(term)}));
      }
      case IndexForm.Cells(List<String> path) -> {
        Set<String> cells = new TreeSet<>();
        PathValues.each(
            item,
            path,
            value -> {
              for (GeoShape shape : GeoValues.all(value)) {
                cells.addAll(GridCells.covering(shape.box()));
              }
            });
        cells.forEach(cell -> sink.accept(new Value[] {new Value.Text(cell)}));
      }
    }
  }

  /// Documents have entries only for what is in them, but for empty ones.
  private static void collect(
      String above, Value.Document document, IndexForm.EveryPath paths, Set<Value> entries) {
    document
        .properties()
        .forEach(
            (name, value) -> {
              String path = above.isEmpty() ? name : above + "." + name;
              if (paths.leadsOn(path)) {
                collect(path, value, paths, entries);
              }
            });
  }

  private static void collect(
      String path, Value value, IndexForm.EveryPath paths, Set<Value> entries) {
    switch (value) {
      case Value.Document inner -> collect(path, inner, paths, entries);
      case Value.Array(List<Value> elements) -> {
        for (Value element : elements) {
          if (element instanceof Value.Document inner) {
            collect(path, inner, paths, entries);
          } else {
            add(path, element, paths, entries);
          }
        }
      }
      case Value _ -> add(path, value, paths, entries);
    }
  }

  private static void add(String path, Value value, IndexForm.EveryPath paths, Set<Value> entries) {
    if (paths.covers(path)) {
      entries.add(new Value.Array(List.of(new Value.Text(path), value)));
    }
  }
}
