// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is different between two versions of a document: which fields have new values, which are
/// gone. An array that changed is told as a whole.
final class UpdateDescription {
  private final LinkedHashMap<String, Value> updated = new LinkedHashMap<>();
  private final List<Value> removed = new ArrayList<>();

  private UpdateDescription() {}

  static Value.Document of(Value.Document before, Value.Document after) {
    UpdateDescription description = new UpdateDescription();
    description.compare("", before, after);
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("updatedFields", new Value.Document(description.updated));
    fields.put("removedFields", new Value.Array(description.removed));
    fields.put("truncatedArrays", new Value.Array(List.of()));
    return new Value.Document(fields);
  }

  private void compare(String path, Value.Document before, Value.Document after) {
    for (Map.Entry<String, Value> field : after.properties().entrySet()) {
      Value old = before.properties().get(field.getKey());
      String place = path + field.getKey();
      if (old instanceof Value.Document inside
          && field.getValue() instanceof Value.Document changed
          && !field.getKey().contains(".")) {
        compare(place + ".", inside, changed);
      } else if (!field.getValue().equals(old)) {
        updated.put(place, field.getValue());
      }
    }
    for (String name : before.properties().keySet()) {
      if (!after.properties().containsKey(name)) {
        removed.add(new Value.Text(path + name));
      }
    }
  }
}
