// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The values that paths lead to in an item with arrays, taken together: one list of values for
/// each element. Paths through the same array go through the same element; of arrays that have
/// nothing to do with each other, each element of one meets each of the other.
///
/// At the end of a path an array counts as its elements, an empty one as null. On the way it leads
/// into those elements that are documents, and a name that is a number also names an element.
public final class Spreading {
  /// More digits than an array has elements.
  private static final int INDEX_DIGITS_MAX = 9;

  private final List<List<String>> paths;
  private final boolean sparse;

  /// How far one path has come.
  ///
  /// @param done whether the value is what stands in the index, array or not
  private record Place(Value value, int at, boolean done) {
    static final Place MISSING = new Place(Value.Undefined.UNDEFINED, 0, true);
  }

  /// @param sparse whether items that have nothing at any of the paths give nothing
  public Spreading(List<List<String>> paths, boolean sparse) {
    this.paths = paths;
    this.sparse = sparse;
  }

  public void spread(Value item, Consumer<Value[]> sink) {
    Place[] places = new Place[paths.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = new Place(item, 0, false);
    }
    spread(places, sink);
  }

  private void spread(Place[] places, Consumer<Value[]> sink) {
    Place[] advanced = new Place[places.length];
    Value.@Nullable Array first = null;
    for (int i = 0; i < places.length; i++) {
      advanced[i] = advance(places[i], paths.get(i));
      if (first == null
          && !advanced[i].done()
          && advanced[i].value() instanceof Value.Array array) {
        first = array;
      }
    }
    if (first == null) {
      give(advanced, sink);
    } else {
      elements(first, advanced, sink);
    }
  }

  private void give(Place[] places, Consumer<Value[]> sink) {
    Value[] values = new Value[places.length];
    boolean present = false;
    for (int i = 0; i < values.length; i++) {
      Value value = places[i].value();
      present |= value != Value.Undefined.UNDEFINED;
      values[i] = value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
    }
    if (present || !sparse) {
      sink.accept(values);
    }
  }

  /// Up to the next array, or to the end.
  private static Place advance(Place place, List<String> names) {
    Value value = place.value();
    int at = place.at();
    while (!place.done() && at < names.size() && value instanceof Value.Document document) {
      value = document.property(names.get(at));
      at++;
    }
    if (place.done() || value instanceof Value.Array) {
      return new Place(value, at, place.done());
    }
    return at == names.size() ? new Place(value, at, true) : Place.MISSING;
  }

  private void elements(Value.Array array, Place[] places, Consumer<Value[]> sink) {
    List<Value> elements = array.elements();
    if (elements.isEmpty()) {
      spread(replaced(places, array, i -> new Place(Value.Null.NULL, 0, true)), sink);
    }
    for (int e = 0; e < elements.size(); e++) {
      Value element = elements.get(e);
      int number = e;
      spread(replaced(places, array, i -> into(element, places[i], paths.get(i))), sink);
      if (isNamed(array, places, number)) {
        spread(replaced(places, array, i -> named(element, places[i], paths.get(i), number)), sink);
      }
    }
  }

  private interface Step {
    Place of(int path);
  }

  /// Those that stand on this very array take a step.
  private static Place[] replaced(Place[] places, Value.Array array, Step step) {
    Place[] next = places.clone();
    for (int i = 0; i < next.length; i++) {
      if (!next[i].done() && isOn(next[i], array)) {
        next[i] = step.of(i);
      }
    }
    return next;
  }

  /// The array itself counts: one that is equal elsewhere is another.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isOn(Place place, Value.Array array) {
    return place.value() == array;
  }

  private static Place into(Value element, Place place, List<String> names) {
    if (place.at() == names.size()) {
      return new Place(element, place.at(), true);
    }
    return element instanceof Value.Document
        ? new Place(element, place.at(), false)
        : Place.MISSING;
  }

  private boolean isNamed(Value.Array array, Place[] places, int number) {
    for (int i = 0; i < places.length; i++) {
      Place place = places[i];
      if (!place.done() && isOn(place, array) && names(paths.get(i), place.at(), number)) {
        return true;
      }
    }
    return false;
  }

  private static Place named(Value element, Place place, List<String> names, int number) {
    return names(names, place.at(), number)
        ? new Place(element, place.at() + 1, false)
        : into(element, place, names);
  }

  private static boolean names(List<String> names, int at, int number) {
    return at < names.size()
        && names.get(at).length() <= INDEX_DIGITS_MAX
        && names.get(at).equals(Integer.toString(number));
  }
}
