// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.option;

import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;

/// The properties of a collection's container: a document, of which everybody reads and changes
/// only the own fields.
public final class CollectionProperties {
  private CollectionProperties() {}

  public static Value.Document of(ContainerDefinition definition) {
    if (definition.properties().length == 0) {
      return new Value.Document(new LinkedHashMap<>());
    }
    if (StoredItems.decode(definition.properties()) instanceof Value.Document kept) {
      return kept;
    }
    throw OrreryException.corrupted("the properties of a collection are no document");
  }

  /// The definition with a property of this value; undefined takes the property away.
  public static ContainerDefinition with(ContainerDefinition definition, String name, Value value) {
    LinkedHashMap<String, Value> kept = new LinkedHashMap<>(of(definition).properties());
    if (value == Value.Undefined.UNDEFINED) {
      kept.remove(name);
    } else {
      kept.put(name, value);
    }
    return definition.withProperties(StoredItems.encode(new Value.Document(kept)));
  }
}
