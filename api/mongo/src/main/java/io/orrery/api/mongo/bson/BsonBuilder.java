// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/// A BSON document that grows at its end: what answers are made of.
public final class BsonBuilder {
  /// Room that is left in front of the document, for the head of a message that it is the body of.
  public static final int HEAD_BYTES_MAX = 36;

  /// What may be left over behind a document of few bytes; of many it is a quarter.
  private static final int SPARE_BYTES = 4096;

  /// More room than this is made when it is needed.
  private static final int STORED_BYTES_MAX = 1 << 20;

  private final ByteWriter out;
  private final BsonOutput output;
  private final Deque<Open> open = new ArrayDeque<>();

  /// A document or array that is not ended yet.
  private static final class Open {
    private final int start;
    private final boolean array;
    private int size;

    Open(int start, boolean array) {
      this.start = start;
      this.array = array;
    }
  }

  public BsonBuilder() {
    this(256);
  }

  /// @param capacity about how many bytes there will be
  public BsonBuilder(int capacity) {
    this.out = new ByteWriter(HEAD_BYTES_MAX + capacity);
    out.advance(HEAD_BYTES_MAX);
    this.output = new BsonOutput(out);
    open.push(new Open(output.begin(), false));
  }

  /// The BSON of a value.
  public static byte[] bytes(Value.Document document) {
    ByteWriter out = new ByteWriter(256);
    new BsonOutput(out).document(document);
    return out.toByteArray();
  }

  /// The BSON of a stored item.
  public static byte[] bytes(byte[] stored) {
    ByteWriter out = new ByteWriter(stored.length + stored.length / 4 + 16);
    new BsonOutput(out).stored(StoredCursor.over(stored));
    return out.toByteArray();
  }

  public BsonBuilder put(String name, Value value) {
    output.element(name, value);
    return this;
  }

  public BsonBuilder put(String name, String text) {
    return put(name, new Value.Text(text));
  }

  public BsonBuilder put(String name, boolean value) {
    return put(name, Value.Bool.of(value));
  }

  public BsonBuilder put(String name, int number) {
    return put(name, new Value.Int32(number));
  }

  public BsonBuilder put(String name, long number) {
    return put(name, new Value.Int64(number));
  }

  public BsonBuilder put(String name, double number) {
    return put(name, new Value.Float64(number));
  }

  public BsonBuilder beginDocument(String name) {
    return begin(BsonType.DOCUMENT, name);
  }

  public BsonBuilder beginArray(String name) {
    return begin(BsonType.ARRAY, name);
  }

  /// A document as the next element of the array begun last.
  public BsonBuilder beginDocument() {
    return begin(BsonType.DOCUMENT, nextIndex());
  }

  private BsonBuilder begin(int type, String name) {
    output.head(type, name);
    open.push(new Open(output.begin(), type == BsonType.ARRAY));
    return this;
  }

  public BsonBuilder end() {
    output.end(open.pop().start);
    return this;
  }

  /// The next element of the array begun last.
  public BsonBuilder add(Value value) {
    return put(nextIndex(), value);
  }

  /// A document that is BSON already, as the next element of the array begun last.
  public BsonBuilder add(byte[] document) {
    output.head(BsonType.DOCUMENT, nextIndex());
    out.writeBytes(document);
    return this;
  }

  /// Makes room for stored items of so many bytes in all, so that it need not be made item by item.
  public BsonBuilder expectStored(int items, long bytes) {
    out.reserve(Math.toIntExact(Math.min(bytes + bytes / 8 + 32L * items + 256, STORED_BYTES_MAX)));
    return this;
  }

  /// A stored item as the next element of the array begun last.
  public BsonBuilder addStored(byte[] item) {
    output.head(BsonType.DOCUMENT, nextIndex());
    output.stored(StoredCursor.over(item));
    return this;
  }

  private String nextIndex() {
    Open array = open.element();
    if (!array.array) {
      throw new IllegalStateException("no array is begun");
    }
    return BsonOutput.index(array.size++);
  }

  public int size() {
    return out.size() - HEAD_BYTES_MAX;
  }

  /// Ends the document.
  public byte[] toByteArray() {
    close();
    return out.toByteArray(HEAD_BYTES_MAX);
  }

  /// Ends the document. It lies from the position to the limit, with [#HEAD_BYTES_MAX] bytes of
  /// room in front of it.
  public ByteBuffer toMessage() {
    close();
    int spare = out.array().length - out.size();
    byte[] message =
        spare > Math.max(SPARE_BYTES, out.size() / 4) ? out.toByteArray() : out.array();
    return ByteBuffer.wrap(message, HEAD_BYTES_MAX, out.size() - HEAD_BYTES_MAX);
  }

  private void close() {
    end();
    if (!open.isEmpty()) {
      throw new IllegalStateException("a document or array is not ended");
    }
  }
}
