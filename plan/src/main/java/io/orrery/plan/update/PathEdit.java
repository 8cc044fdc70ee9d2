// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Follows a path into a value and makes everything on the way anew.
final class PathEdit {
  private static final String END = "-";

  /// How far behind its end an array may be filled up: as many as MongoDB allows.
  private static final int PADDING_MAX = 1_500_000;

  private static final int NONE = -1;

  /// Hears why a path cannot be followed.
  interface Failures {
    /// It ends here.
    ///
    /// @param depth how many segments of the path were followed
    void accept(EditFailure.Kind kind, List<String> path, int depth);
  }

  private final List<String> path;
  private final Edit.Parents parents;
  private final Leaf leaf;
  private final Failures failures;

  PathEdit(List<String> path, Edit.Parents parents, Leaf leaf, Failures failures) {
    this.path = path;
    this.parents = parents;
    this.leaf = leaf;
    this.failures = failures;
  }

  /// Null if the path could not be followed, or the leaf refused.
  @Nullable Value edit(Value item) {
    return edit(item, 0);
  }

  /// The member of an object or array; undefined if there is none.
  static Value at(Value node, String segment) {
    return switch (node) {
      case Value.Document document -> document.property(segment);
      case Value.Array(List<Value> elements) -> {
        int index = index(segment, elements.size() - 1);
        yield index == NONE ? Undefined.UNDEFINED : elements.get(index);
      }
      case Value _ -> Undefined.UNDEFINED;
    };
  }

  /// As deep as the path has segments, which is limited by whoever made it.
  private @Nullable Value edit(Value node, int level) {
    return switch (node) {
      case Value.Document document -> inDocument(document, level);
      case Value.Array(List<Value> elements) -> inArray(elements, level);
      case Value _ -> fail(EditFailure.Kind.NO_PARENT, level);
    };
  }

  private boolean isLast(int level) {
    return level == path.size() - 1;
  }

  private @Nullable Value inDocument(Value.Document document, int level) {
    String name = path.get(level);
    Value before = document.property(name);
    Value after = isLast(level) ? leaf.inObject(before) : child(before, level);
    if (after == null) {
      return null;
    }
    SequencedMap<String, Value> changed = new LinkedHashMap<>(document.properties());
    if (after == Undefined.UNDEFINED) {
      changed.remove(name);
    } else {
      changed.put(name, after);
    }
    return new Value.Document(changed);
  }

  private @Nullable Value child(Value before, int level) {
    if (before != Undefined.UNDEFINED) {
      return edit(before, level + 1);
    }
    return switch (parents) {
      case REQUIRED -> fail(EditFailure.Kind.NO_PARENT, level + 1);
      case CREATED -> edit(new Value.Document(new LinkedHashMap<>()), level + 1);
    };
  }

  private @Nullable Value inArray(List<Value> elements, int level) {
    List<Value> changed = new ArrayList<>(elements);
    return isLast(level) ? atPlace(changed, level) : throughElement(changed, level);
  }

  private @Nullable Value throughElement(List<Value> elements, int level) {
    int index = reachable(elements, level);
    if (index == NONE) {
      return fail(EditFailure.Kind.OUT_OF_BOUNDS, level + 1);
    }
    boolean padded = index >= elements.size();
    pad(elements, index);
    Value before = padded ? Undefined.UNDEFINED : elements.get(index);
    Value after = child(before, level);
    if (after == null) {
      return null;
    }
    elements.set(index, after);
    return new Value.Array(elements);
  }

  private @Nullable Value atPlace(List<Value> elements, int level) {
    String segment = path.get(level);
    if (leaf.place() == Leaf.Place.BETWEEN) {
      int index = segment.equals(END) ? elements.size() : index(segment, elements.size());
      if (index == NONE) {
        return fail(EditFailure.Kind.OUT_OF_BOUNDS, level + 1);
      }
      Value added = leaf.inArray(Undefined.UNDEFINED);
      if (added == null) {
        return null;
      }
      elements.add(index, added);
      return new Value.Array(elements);
    }
    boolean atEnd = segment.equals(END) && leaf.place() == Leaf.Place.ELEMENT_OR_END;
    int index = atEnd ? elements.size() : reachable(elements, level);
    if (index == NONE) {
      return fail(EditFailure.Kind.OUT_OF_BOUNDS, level + 1);
    }
    boolean fresh = index >= elements.size();
    pad(elements, index);
    Value after = leaf.inArray(fresh ? Undefined.UNDEFINED : elements.get(index));
    if (after == null) {
      return null;
    }
    if (after == Undefined.UNDEFINED) {
      elements.remove(index);
    } else {
      elements.set(index, after);
    }
    return new Value.Array(elements);
  }

  /// An index that is there, or can be made.
  private int reachable(List<Value> elements, int level) {
    int max =
        switch (parents) {
          case REQUIRED -> elements.size() - 1;
          case CREATED -> elements.size() + PADDING_MAX;
        };
    return index(path.get(level), max);
  }

  private static void pad(List<Value> elements, int index) {
    while (elements.size() <= index) {
      elements.add(Value.Null.NULL);
    }
  }

  private static int index(String segment, int max) {
    if (segment.isEmpty() || segment.length() > 9) {
      return NONE;
    }
    for (int i = 0; i < segment.length(); i++) {
      if (segment.charAt(i) < '0' || segment.charAt(i) > '9') {
        return NONE;
      }
    }
    boolean leadingZero = segment.length() > 1 && segment.charAt(0) == '0';
    int index = Integer.parseInt(segment);
    return leadingZero || index > max ? NONE : index;
  }

  private @Nullable Value fail(EditFailure.Kind kind, int depth) {
    failures.accept(kind, path, depth);
    return null;
  }
}
