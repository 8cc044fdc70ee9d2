// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.json;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// JSON of anything but items as values: small documents, read and built member by member.
public final class Json {
  private final SequencedMap<String, Value> members = new LinkedHashMap<>();

  private Json() {}

  /// Fails with MALFORMED and the place of the error.
  public static Value parse(byte[] text) {
    return StoredItems.decode(StoredItems.fromJson(text));
  }

  public static Value parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  public static byte[] bytes(Value value) {
    return StoredItems.toJson(StoredItems.encode(value));
  }

  public static String text(Value value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  /// An object to put members into.
  public static Json object() {
    return new Json();
  }

  /// The members of a document, to which more can be added.
  public static Json of(Value.Document document) {
    Json json = new Json();
    json.members.putAll(document.properties());
    return json;
  }

  public Json put(String name, Value value) {
    members.put(name, value);
    return this;
  }

  public Json put(String name, String value) {
    return put(name, new Value.Text(value));
  }

  public Json put(String name, boolean value) {
    return put(name, Value.Bool.of(value));
  }

  public Json put(String name, long value) {
    return put(name, number(value));
  }

  public Json put(String name, List<? extends Value> elements) {
    return put(name, new Value.Array(List.copyOf(elements)));
  }

  public Json put(String name, Json object) {
    return put(name, object.build());
  }

  public Value.Document build() {
    return new Value.Document(members);
  }

  public static Value number(long value) {
    return new Value.Int64(value);
  }

  public static Value.Array texts(List<String> texts) {
    return new Value.Array(texts.stream().<Value>map(Value.Text::new).toList());
  }
}
