// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import io.orrery.model.Limits;
import io.orrery.model.item.StoredWriter;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A BSON document where it arrived, unread. What it becomes is made in one pass: a value for what
/// is looked into, the stored form for what is kept.
///
/// @param offset where its length stands
/// @param end behind its last byte
public record RawDocument(byte[] bytes, int offset, int end) {

  /// The document that begins at an offset, which may be followed by something else. Fails with
  /// MALFORMED if none does.
  public static RawDocument at(byte[] bytes, int offset, int end) {
    return new RawDocument(bytes, offset, offset + BsonCursor.documentLength(bytes, offset, end));
  }

  /// A document by itself.
  public static RawDocument of(byte[] bytes) {
    return new RawDocument(bytes, 0, bytes.length);
  }

  public int length() {
    return end - offset;
  }

  private BsonCursor cursor() {
    return new BsonCursor(bytes, offset, end);
  }

  public Value.Document toValue() {
    return toValue(Set.of());
  }

  /// Without some fields, which are taken by [#documents] unread. Of several fields of one name the
  /// last counts.
  public Value.Document toValue(Set<String> except) {
    return document(cursor(), except, 1);
  }

  private static Value.Document document(BsonCursor cursor, Set<String> except, int depth) {
    LinkedHashMap<String, Value> properties = new LinkedHashMap<>();
    while (cursor.next()) {
      String name = cursor.name();
      if (except.contains(name)) {
        cursor.skip();
      } else {
        properties.put(name, value(cursor, depth));
      }
    }
    return new Value.Document(properties);
  }

  private static Value value(BsonCursor cursor, int depth) {
    if (!cursor.isContainer()) {
      return cursor.scalar();
    }
    requireDepth(depth);
    if (cursor.type() == BsonType.DOCUMENT) {
      return document(cursor.enter(), Set.of(), depth + 1);
    }
    BsonCursor inside = cursor.enter();
    List<Value> elements = new ArrayList<>();
    while (inside.next()) {
      elements.add(value(inside, depth + 1));
    }
    return new Value.Array(elements);
  }

  private static void requireDepth(int depth) {
    if (depth >= Limits.ITEM_DEPTH) {
      throw BsonCursor.malformed("it nests deeper than " + Limits.ITEM_DEPTH + " levels");
    }
  }

  /// As an item is stored, with everything that is in it.
  public byte[] toStored() {
    StoredWriter out = new StoredWriter(length() + length() / 8 + 16);
    out.beginObject();
    store(cursor(), out, true, 1);
    out.end();
    return out.toByteArray();
  }

  private static void store(BsonCursor cursor, StoredWriter out, boolean named, int depth) {
    while (cursor.next()) {
      if (named) {
        out.name(cursor.name());
      }
      if (cursor.isContainer()) {
        requireDepth(depth);
        boolean object = cursor.type() == BsonType.DOCUMENT;
        if (object) {
          out.beginObject();
        } else {
          out.beginArray();
        }
        store(cursor.enter(), out, object, depth + 1);
        out.end();
      } else {
        out.value(cursor.scalar());
      }
    }
  }

  /// The documents of an array field, unread; null if there is no such field or it is something
  /// else.
  public @Nullable List<RawDocument> documents(String field) {
    BsonCursor cursor = cursor();
    while (cursor.next()) {
      if (cursor.type() == BsonType.ARRAY && cursor.name().equals(field)) {
        return elements(cursor.enter());
      }
      cursor.skip();
    }
    return null;
  }

  private static @Nullable List<RawDocument> elements(BsonCursor array) {
    List<RawDocument> documents = new ArrayList<>();
    while (array.next()) {
      if (array.type() != BsonType.DOCUMENT) {
        return null;
      }
      documents.add(array.raw());
    }
    return documents;
  }
}
