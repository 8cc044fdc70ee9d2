// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Carries out the steps of patches on values, which are not changed but made anew along the path.
final class Edits {
  private static final String END = "-";

  /// What happens to one member of the object or array that a path leads into.
  private interface Edit {
    void inObject(SequencedMap<String, Value> properties, String name);

    void inArray(List<Value> elements, String index);
  }

  private Edits() {}

  static Value apply(Step step, Value item) {
    return switch (step) {
      case Step.Add(PatchPath path, Value value) -> edit(item, path, add(path, value));
      case Step.Set(PatchPath path, Value value) -> edit(item, path, set(path, value));
      case Step.Replace(PatchPath path, Value value) -> edit(item, path, replace(path, value));
      case Step.Remove(PatchPath path) -> edit(item, path, remove(path));
      case Step.Increment(PatchPath path, Value by) -> edit(item, path, increment(path, by));
      case Step.Move(PatchPath from, PatchPath path) -> {
        Value moved = find(item, from);
        yield edit(edit(item, from, remove(from)), path, add(path, moved));
      }
    };
  }

  private static Value edit(Value item, PatchPath path, Edit edit) {
    return edit(item, path, 0, edit);
  }

  /// As deep as the path has segments, which is limited.
  private static Value edit(Value node, PatchPath path, int level, Edit edit) {
    String segment = path.segments().get(level);
    boolean last = level == path.segments().size() - 1;
    return switch (node) {
      case Value.Document(var properties) -> {
        SequencedMap<String, Value> changed = new LinkedHashMap<>(properties);
        if (last) {
          edit.inObject(changed, segment);
        } else {
          changed.put(segment, edit(member(properties, path, level), path, level + 1, edit));
        }
        yield new Value.Document(changed);
      }
      case Value.Array(List<Value> elements) -> {
        List<Value> changed = new ArrayList<>(elements);
        if (last) {
          edit.inArray(changed, segment);
        } else {
          int index = index(segment, elements.size() - 1, path);
          changed.set(index, edit(elements.get(index), path, level + 1, edit));
        }
        yield new Value.Array(changed);
      }
      default -> throw noParent(path, level - 1);
    };
  }

  private static Value member(SequencedMap<String, Value> properties, PatchPath path, int level) {
    Value value = properties.get(path.segments().get(level));
    if (value == null) {
      throw noParent(path, level);
    }
    return value;
  }

  private static Value find(Value item, PatchPath path) {
    Value node = item;
    for (int level = 0; level < path.segments().size(); level++) {
      node =
          switch (node) {
            case Value.Document(var properties) -> member(properties, path, level);
            case Value.Array(List<Value> elements) ->
                elements.get(index(path.segments().get(level), elements.size() - 1, path));
            default -> throw noParent(path, level - 1);
          };
    }
    return node;
  }

  private static Edit add(PatchPath path, Value value) {
    return new Edit() {
      @Override
      public void inObject(SequencedMap<String, Value> properties, String name) {
        properties.put(name, value);
      }

      @Override
      public void inArray(List<Value> elements, String index) {
        int size = elements.size();
        elements.add(index.equals(END) ? size : index(index, size, path), value);
      }
    };
  }

  private static Edit set(PatchPath path, Value value) {
    return new Edit() {
      @Override
      public void inObject(SequencedMap<String, Value> properties, String name) {
        properties.put(name, value);
      }

      @Override
      public void inArray(List<Value> elements, String index) {
        if (index.equals(END)) {
          elements.add(value);
        } else {
          elements.set(index(index, elements.size() - 1, path), value);
        }
      }
    };
  }

  private static Edit replace(PatchPath path, Value value) {
    return new Edit() {
      @Override
      public void inObject(SequencedMap<String, Value> properties, String name) {
        if (properties.replace(name, value) == null) {
          throw absent(path, "replaced");
        }
      }

      @Override
      public void inArray(List<Value> elements, String index) {
        elements.set(index(index, elements.size() - 1, path), value);
      }
    };
  }

  private static Edit remove(PatchPath path) {
    return new Edit() {
      @Override
      public void inObject(SequencedMap<String, Value> properties, String name) {
        if (properties.remove(name) == null) {
          throw absent(path, "removed");
        }
      }

      @Override
      public void inArray(List<Value> elements, String index) {
        elements.remove(index(index, elements.size() - 1, path));
      }
    };
  }

  private static Edit increment(PatchPath path, Value by) {
    return new Edit() {
      @Override
      public void inObject(SequencedMap<String, Value> properties, String name) {
        Value before = properties.get(name);
        properties.put(name, before == null ? by : Sums.sum(before, by, path));
      }

      @Override
      public void inArray(List<Value> elements, String index) {
        int at = index(index, elements.size() - 1, path);
        elements.set(at, Sums.sum(elements.get(at), by, path));
      }
    };
  }

  private static int index(String segment, int max, PatchPath path) {
    boolean plain = segment.matches("0|[1-9]\\d{0,8}");
    if (!plain || Integer.parseInt(segment) > max) {
      throw Refusals.invalid(
          "Index(%s) to operate on is out of array bounds. Its path is %s."
              .formatted(segment, path));
    }
    return Integer.parseInt(segment);
  }

  /// Nothing is at the path up to this level, so that nothing can be put behind it.
  private static OrreryException noParent(PatchPath path, int level) {
    return Refusals.invalid(
        "Given Operation can only create a child object of an existing node(array or object) and cannot create path recursively, no path found beyond: '%s'."
            .formatted(String.join("/", path.segments().subList(0, level + 1))));
  }

  private static OrreryException absent(PatchPath path, String fate) {
    return Refusals.invalid(
        "Node(%s) to be %s is absent. Note: it may also have been removed earlier in the transaction."
            .formatted(path, fate));
  }
}
