// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.mongo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/// Messages as bytes.
public final class MongoFrames {
  public static final int MSG = 2013;
  public static final int COMPRESSED = 2012;
  public static final int HEADER_BYTES = 16;

  /// Of an answer: the header, flags and the kind of its only section.
  private static final int BEFORE_BODY_BYTES = HEADER_BYTES + Integer.BYTES + 1;

  private static final int ID = 7;

  private MongoFrames() {}

  /// A command.
  public static byte[] command(BsonDocument body) {
    return frame(MSG, message(0, bytes(body)));
  }

  /// A command with documents beside its body.
  ///
  /// @param field the one that the documents stand for
  public static byte[] command(BsonDocument body, String field, List<BsonDocument> documents) {
    byte[] start = message(0, bytes(body));
    List<byte[]> sequence = documents.stream().map(MongoFrames::bytes).toList();
    int size = Integer.BYTES + field.length() + 1 + sequence.stream().mapToInt(d -> d.length).sum();
    byte[] content = new byte[start.length + 1 + size];
    ByteBuffer out = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    out.put(start).put((byte) 1).putInt(size);
    out.put(field.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    sequence.forEach(out::put);
    return frame(MSG, content);
  }

  /// Anything with a header.
  public static byte[] frame(int opCode, byte[] content) {
    int length = HEADER_BYTES + content.length;
    return buffer(length).putInt(length).putInt(ID).putInt(0).putInt(opCode).put(content).array();
  }

  /// The content of a message whose body is this.
  public static byte[] message(int flags, byte[] body) {
    return buffer(Integer.BYTES + 1 + body.length).putInt(flags).put((byte) 0).put(body).array();
  }

  /// The content of a compressed message.
  ///
  /// @param length what it says of its length before it was compressed
  public static byte[] compressed(int compressor, int length, byte[] content) {
    return buffer(2 * Integer.BYTES + 1 + content.length)
        .putInt(MSG)
        .putInt(length)
        .put((byte) compressor)
        .put(content)
        .array();
  }

  public static byte[] bytes(BsonDocument document) {
    try (BasicOutputBuffer out = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
      return out.toByteArray();
    }
  }

  /// How long the message is that begins here.
  public static int length(byte[] head) {
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /// What an answer says, from its header on.
  public static RawBsonDocument body(byte[] answer) {
    return new RawBsonDocument(answer, BEFORE_BODY_BYTES, answer.length - BEFORE_BODY_BYTES);
  }

  private static ByteBuffer buffer(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
