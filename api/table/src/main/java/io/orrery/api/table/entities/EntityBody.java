// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// An entity as a client sends it: JSON, with types as annotations.
///
/// @param partitionKey null if it is not there; so with the row key
public record EntityBody(
    @Nullable String partitionKey,
    @Nullable String rowKey,
    SequencedMap<String, Value> properties) {
  private static final String TYPE = "@odata.type";

  /// Fails with InvalidInput, or with the code of the limit that is exceeded. Properties that are
  /// null, and the time of the last write, are left out.
  public static EntityBody parse(byte[] body) {
    Value.Document json = document(body);
    Map<String, EdmType> types = types(json);
    SequencedMap<String, Value> properties = new LinkedHashMap<>();
    String partitionKey = null;
    String rowKey = null;
    for (Map.Entry<String, Value> each : json.properties().entrySet()) {
      String name = each.getKey();
      if (name.contains("odata.") || name.equals(Entity.TIMESTAMP)) {
        continue; // said about the entity, or ours to say
      }
      switch (name) {
        case Entity.PARTITION_KEY -> partitionKey = key(each.getValue(), name);
        case Entity.ROW_KEY -> rowKey = key(each.getValue(), name);
        default -> {
          requireName(name);
          if (each.getValue() != Value.Null.NULL) {
            properties.put(name, value(name, each.getValue(), types.get(name)));
          }
        }
      }
    }
    if (properties.size() > Limits.TABLE_PROPERTIES) {
      throw Entity.tooManyProperties();
    }
    return new EntityBody(partitionKey, rowKey, properties);
  }

  private static Value.Document document(byte[] body) {
    Value json;
    try {
      json = Json.parse(body);
    } catch (OrreryException malformed) {
      if (malformed.code() != ErrorCode.MALFORMED) {
        throw malformed;
      }
      throw TableRefusal.invalid(
          "One of the request inputs is not valid: " + malformed.getMessage());
    }
    if (json instanceof Value.Document document) {
      return document;
    }
    throw TableRefusal.invalid("One of the request inputs is not valid: an entity is an object.");
  }

  private static Map<String, EdmType> types(Value.Document json) {
    Map<String, EdmType> types = new HashMap<>();
    json.properties()
        .forEach(
            (name, value) -> {
              if (name.endsWith(TYPE)) {
                String type = value instanceof Value.Text(String text) ? text : "";
                types.put(name.substring(0, name.length() - TYPE.length()), EdmType.of(type));
              }
            });
    return types;
  }

  private static String key(Value json, String name) {
    if (json instanceof Value.Text(String text)) {
      return text;
    }
    throw new TableRefusal(
        TableError.PROPERTIES_NEED_VALUE,
        "The values are not specified for all properties in the entity: %s must be a string."
            .formatted(name));
  }

  private static Value value(String name, Value json, @Nullable EdmType type) {
    Value value = (type == null ? EdmType.ofJson(json, name) : type).read(json, name);
    boolean tooLarge =
        switch (value) {
          case Value.Text(String text) -> text.length() > Limits.TABLE_TEXT_LENGTH;
          case Value.Binary(byte[] bytes, _) -> bytes.length > Limits.TABLE_BINARY_BYTES;
          case Value _ -> false;
        };
    if (tooLarge) {
      throw new TableRefusal(
          TableError.PROPERTY_VALUE_TOO_LARGE,
          "The value of the property %s is larger than 64 KB.".formatted(name));
    }
    return value;
  }

  /// The service's names are those that C# could have.
  private static void requireName(String name) {
    if (name.length() > Limits.TABLE_PROPERTY_NAME_LENGTH) {
      throw new TableRefusal(
          TableError.PROPERTY_NAME_TOO_LONG,
          "The property name exceeds the maximum allowed length of %d."
              .formatted(Limits.TABLE_PROPERTY_NAME_LENGTH));
    }
    boolean valid = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; valid && i < name.length(); i++) {
      valid = Character.isUnicodeIdentifierPart(name.charAt(i));
    }
    if (!valid) {
      throw new TableRefusal(
          TableError.PROPERTY_NAME_INVALID, "The property name '%s' is invalid.".formatted(name));
    }
  }

  /// With its own keys. Fails with PropertiesNeedValue if one is missing.
  public Entity complete() {
    if (partitionKey == null || rowKey == null) {
      throw new TableRefusal(
          TableError.PROPERTIES_NEED_VALUE,
          "The values are not specified for all properties in the entity: PartitionKey and RowKey"
              + " are needed.");
    }
    return new Entity(new EntityKey(partitionKey, rowKey), properties);
  }

  /// With the keys of the address. Fails with InvalidInput if the entity has others.
  Entity at(EntityKey key) {
    boolean same =
        (partitionKey == null || partitionKey.equals(key.partitionKey()))
            && (rowKey == null || rowKey.equals(key.rowKey()));
    if (!same) {
      throw TableRefusal.invalid(
          "One of the request inputs is not valid: the keys of the entity are not those of the"
              + " address.");
    }
    return new Entity(key, properties);
  }
}
