// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is different between two versions of a document: which fields have new values, which are
/// gone, which arrays have become shorter. An array whose elements moved is told as a whole.
final class UpdateDescription {
  private final LinkedHashMap<String, Value> updated = new LinkedHashMap<>();
  private final List<Value> removed = new ArrayList<>();
  private final List<Value> truncated = new ArrayList<>();

  private UpdateDescription() {}

  static Value.Document of(Value.Document before, Value.Document after) {
    UpdateDescription description = new UpdateDescription();
    description.compare("", before, after);
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("updatedFields", new Value.Document(description.updated));
    fields.put("removedFields", new Value.Array(description.removed));
    fields.put("truncatedArrays", new Value.Array(description.truncated));
    return new Value.Document(fields);
  }

  private void compare(String path, Value.Document before, Value.Document after) {
    for (Map.Entry<String, Value> field : after.properties().entrySet()) {
      String place = path + field.getKey();
      Value old = before.properties().get(field.getKey());
      if (old == null || field.getKey().contains(".")) {
        if (!field.getValue().equals(old)) {
          updated.put(place, field.getValue());
        }
      } else {
        compare(place, old, field.getValue());
      }
    }
    for (String name : before.properties().keySet()) {
      if (!after.properties().containsKey(name)) {
        removed.add(new Value.Text(path + name));
      }
    }
  }

  private void compare(String place, Value before, Value after) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof Value.Document inside && after instanceof Value.Document changed) {
      compare(place + ".", inside, changed);
    } else if (before instanceof Value.Array(List<Value> old)
        && after instanceof Value.Array(List<Value> now)
        && areInPlace(old, now)) {
      compare(place, old, now);
    } else {
      updated.put(place, after);
    }
  }

  /// Whether it takes fewer words to tell the elements than the array.
  private static boolean areInPlace(List<Value> before, List<Value> after) {
    int shared = Math.min(before.size(), after.size());
    int same = 0;
    for (int i = 0; i < shared; i++) {
      boolean inside =
          before.get(i) instanceof Value.Document && after.get(i) instanceof Value.Document;
      same += inside || before.get(i).equals(after.get(i)) ? 1 : 0;
    }
    return after.size() < before.size() ? shared > 0 && same == shared : same > 0;
  }

  private void compare(String place, List<Value> before, List<Value> after) {
    for (int i = 0; i < after.size(); i++) {
      Value old = i < before.size() ? before.get(i) : Value.Undefined.UNDEFINED;
      compare(place + "." + i, old, after.get(i));
    }
    if (after.size() < before.size()) {
      LinkedHashMap<String, Value> shorter = new LinkedHashMap<>();
      shorter.put("field", new Value.Text(place));
      shorter.put("newSize", new Value.Int32(after.size()));
      truncated.add(new Value.Document(shorter));
    }
  }
}
