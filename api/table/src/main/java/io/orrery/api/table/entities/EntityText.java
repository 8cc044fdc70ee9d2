// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.MetadataLevel;
import io.orrery.api.table.protocol.WeakTag;
import io.orrery.model.container.Item;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes entities as JSON.
///
/// @param root how addresses begin
/// @param account stands in the names of types
/// @param selected the properties that are wanted, in this order; null for all
public record EntityText(
    MetadataLevel level,
    String root,
    String account,
    String table,
    @Nullable List<String> selected) {

  /// One entity that is the whole answer.
  public String one(Item item) {
    StringBuilder out = new StringBuilder(1024).append('{');
    metadata(out, "/@Element");
    members(out, item);
    return out.append('}').toString();
  }

  /// A page of entities.
  public String all(List<Item> items) {
    StringBuilder out = new StringBuilder(64 + items.size() * 256).append('{');
    metadata(out, "");
    out.append("\"value\":[");
    for (int i = 0; i < items.size(); i++) {
      out.append(i == 0 ? "{" : ",{");
      members(out, items.get(i));
      out.append('}');
    }
    return out.append("]}").toString();
  }

  /// The properties of an entity with their types, and nothing else: as a client would send them.
  public static String properties(Item item) {
    EntityText text = new EntityText(MetadataLevel.MINIMAL, "", "", "", null);
    StringBuilder out = new StringBuilder(512).append('{');
    Entity.members(item).properties().forEach((name, value) -> text.member(out, name, value));
    out.setCharAt(out.length() - 1, '}'); // there are keys, so there is a comma
    return out.toString();
  }

  private void metadata(StringBuilder out, String element) {
    if (level != MetadataLevel.NONE) {
      text(out.append("\"odata.metadata\":"), root + "/$metadata#" + table + element);
      out.append(',');
    }
  }

  private void members(StringBuilder out, Item item) {
    Value.Document members = Entity.members(item);
    if (level == MetadataLevel.FULL) {
      full(out, members);
    }
    if (level != MetadataLevel.NONE) {
      text(out.append("\"odata.etag\":"), WeakTag.of(item));
      out.append(',');
    }
    if (selected == null) {
      members.properties().forEach((name, value) -> member(out, name, value));
    } else {
      for (String name : selected) {
        member(out, name, members.property(name));
      }
    }
    if (out.charAt(out.length() - 1) == ',') {
      out.setLength(out.length() - 1);
    }
  }

  private void full(StringBuilder out, Value.Document members) {
    String address =
        new EntityKey(keyText(members, Entity.PARTITION_KEY), keyText(members, Entity.ROW_KEY))
            .address(table);
    text(out.append("\"odata.type\":"), account + "." + table);
    text(out.append(",\"odata.id\":"), root + "/" + address);
    text(out.append(",\"odata.editLink\":"), address);
    out.append(',');
  }

  private static String keyText(Value.Document members, String name) {
    return ((Value.Text) members.property(name)).value();
  }

  /// One property, with a comma behind it.
  private void member(StringBuilder out, String name, Value value) {
    if (value == Value.Undefined.UNDEFINED) {
      text(out, name);
      out.append(":null,");
      return;
    }
    EdmType type = EdmType.of(value);
    if (isAnnotated(name, type, value)) {
      text(out, name + "@odata.type");
      out.append(":\"").append(type.text()).append("\",");
    }
    text(out, name);
    write(out.append(':'), value);
    out.append(',');
  }

  private boolean isAnnotated(String name, EdmType type, Value value) {
    return switch (level) {
      case NONE -> false;
      case MINIMAL, FULL ->
          switch (type) {
            case STRING, BOOLEAN, INT32 -> false;
            case DOUBLE -> value instanceof Value.Float64(double number) && isAmbiguous(number);
            case DATE_TIME -> level == MetadataLevel.FULL || !name.equals(Entity.TIMESTAMP);
            case INT64, GUID, BINARY -> true;
          };
    };
  }

  /// Whether JSON would make something else of a double: a text, or in clients a whole number.
  private static boolean isAmbiguous(double number) {
    return !Double.isFinite(number) || number == Math.rint(number);
  }

  private static void write(StringBuilder out, Value value) {
    switch (value) {
      case Value.Text(String content) -> text(out, content);
      case Value.Bool flag -> out.append(flag.isTrue());
      case Value.Int32(int number) -> out.append(number);
      case Value.Int64(long number) -> out.append('"').append(number).append('"');
      case Value.Float64(double number) -> {
        if (Double.isFinite(number)) {
          out.append(number);
        } else {
          out.append('"').append(number).append('"');
        }
      }
      case Value.DateTime time -> out.append('"').append(DateTimeText.of(time)).append('"');
      case Value.Uuid(var uuid) -> out.append('"').append(uuid).append('"');
      case Value.Binary(byte[] bytes, _) ->
          out.append('"').append(Base64.getEncoder().encodeToString(bytes)).append('"');
      case Value other -> out.append(Json.text(other));
    }
  }

  private static void text(StringBuilder out, String text) {
    if (isPlain(text)) {
      out.append('"').append(text).append('"');
    } else {
      out.append(Json.text(new Value.Text(text)));
    }
  }

  /// Whether JSON has the text as it is, as nearly all are.
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < ' ' || unit == '"' || unit == '\\' || Character.isSurrogate(unit)) {
        return false;
      }
    }
    return true;
  }
}
