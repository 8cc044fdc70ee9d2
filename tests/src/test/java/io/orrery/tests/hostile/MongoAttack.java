// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.orrery.testkit.mongo.MongoFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.Deflater;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.xerial.snappy.Snappy;

/// Kinds of input to the MongoDB API that no honest client sends, and what must come of each: an
/// error of the protocol, or the end of the connection.
enum MongoAttack implements Siege.Kind<MongoTarget> {
  RANDOM_BYTES(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send(Attack.bytes(random, 1 + random.nextInt(2000)));
        raw.endOutput();
        assertThat(raw.message()).isEmpty();
      }
    }
  },
  RANDOM_TLS(30) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send(new byte[] {0x16, 3, (byte) random.nextInt(5)});
        raw.send(Attack.bytes(random, 1 + random.nextInt(500)));
        raw.endOutput();
        byte[] alert = raw.message();
        assertThat(alert.length == 0 || alert[0] == 0x15).isTrue();
      }
    }
  },
  IMPOSSIBLE_LENGTHS(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      byte[] bytes = MongoFrames.command(BsonDocument.parse(PING));
      int length =
          List.of(Integer.MIN_VALUE, -1, 0, 15, 48_000_001, Integer.MAX_VALUE)
              .get(random.nextInt(6));
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length);
      requireEnd(random.nextBoolean() ? target.enter() : target.connect(), bytes);
    }
  },
  UNKNOWN_OPCODES(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      int opCode = List.of(0, 1, 2001, 2002, 2005, 2006, 2007, 2010, 3000).get(random.nextInt(9));
      byte[] body = MongoFrames.bytes(BsonDocument.parse(PING));
      requireEnd(
          random.nextBoolean() ? target.enter() : target.connect(),
          MongoFrames.frame(opCode, MongoFrames.message(0, body)));
    }
  },
  MUTATED_COMMANDS(200) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      byte[] bytes =
          MongoFrames.command(BsonDocument.parse(COMMANDS.get(random.nextInt(COMMANDS.size()))));
      for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
        bytes[random.nextInt(MongoFrames.HEADER_BYTES, bytes.length)] = (byte) random.nextInt(256);
      }
      try (RawConnection raw = target.enter()) {
        raw.send(bytes);
        raw.endOutput();
        byte[] answer = raw.message();
        assertThat(answer.length == 0 ? CLOSED : code(answer)).isNotEqualTo(INTERNAL_ERROR);
      }
    }
  },
  DEEP_DOCUMENTS(30) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      int depth = 200 + random.nextInt(20_000);
      byte[] deep = deep(depth);
      byte[] bytes = MongoFrames.bytes(BsonDocument.parse("{find: 'c', $db: 'd'}"));
      try (RawConnection raw = target.enter()) {
        raw.send(MongoFrames.frame(MongoFrames.MSG, MongoFrames.message(0, with(bytes, deep))));
        assertThat(code(raw.message())).isNotIn(0, INTERNAL_ERROR);
      }
    }
  },
  INVALID_TEXT(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      byte[] bytes =
          MongoFrames.command(
              BsonDocument.parse("{insert: 'c', documents: [{text: '@@@@'}], $db: 'd'}"));
      byte[] wrong = {(byte) 0xC3, 0x28, (byte) 0xFF, (byte) 0xED};
      System.arraycopy(wrong, 0, bytes, find(bytes, "@@@@"), wrong.length);
      try (RawConnection raw = target.enter()) {
        raw.send(bytes);
        BsonDocument answer = MongoFrames.body(raw.message());
        assertThat(answer.containsKey("code") || answer.containsKey("writeErrors")).isTrue();
      }
    }
  },
  BOMBS(6) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      byte[] plain = new byte[random.nextBoolean() ? 40_000_000 : 100_000];
      int compressor = 1 + random.nextInt(3);
      byte[] small = compress(compressor, plain);
      int said = random.nextInt(3) == 0 ? 1 + random.nextInt(plain.length) : plain.length;
      byte[] content = MongoFrames.compressed(compressor, said, small);
      requireEnd(
          random.nextInt(4) == 0 ? target.connect() : target.enter(),
          MongoFrames.frame(MongoFrames.COMPRESSED, content));
    }
  },
  CURSORS(20) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      String command =
          random.nextBoolean()
              ? "{find: 'c', batchSize: 0, $db: 'd'}"
              : "{aggregate: 'c', pipeline: [{$match: {}}], cursor: {batchSize: 0}, $db: 'd'}";
      try (RawConnection raw = target.enter()) {
        for (int i = 0; i < 100; i++) {
          assertThat(MongoTarget.ask(raw, command).getDouble("ok").getValue()).isEqualTo(1);
        }
        String unknown =
            "{getMore: {$numberLong: '%d'}, collection: 'c', $db: 'd'}"
                .formatted(1 + random.nextInt(1000));
        BsonDocument answer = MongoTarget.ask(raw, unknown);
        assertThat(answer.getInt32("code").getValue()).isEqualTo(43);
      }
    }
  },
  HALF_FRAMES(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      byte[] bytes = MongoFrames.command(BsonDocument.parse(PING));
      RawConnection raw = random.nextBoolean() ? target.enter() : target.connect();
      raw.send(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      target.leaveOpen(raw);
    }
  },
  SLOW_WRITERS(30) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      byte[] head = Arrays.copyOf(MongoFrames.frame(MongoFrames.MSG, new byte[0]), 16);
      ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 20_000_000);
      RawConnection raw = target.enter();
      raw.send(head);
      for (int i = 0; i < 20; i++) {
        raw.send(new byte[random.nextInt(5000)]);
      }
      if (random.nextBoolean()) {
        target.leaveOpen(raw);
      } else {
        raw.close();
      }
    }
  },
  SLOW_READERS(10) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      RawConnection raw = target.enterAndTakeLittle();
      for (int i = 0; i < 20; i++) {
        raw.send(MongoFrames.command(BsonDocument.parse("{find: 'large', $db: 'd'}")));
      }
      target.leaveOpen(raw);
    }
  },
  STRANGERS(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        for (int i = 0; i < 50; i++) {
          String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
          assertThat(MongoTarget.ask(raw, command).getInt32("code").getValue()).isEqualTo(13);
        }
      }
    }
  },
  FALSE_PROOFS(60) {
    @Override
    public void make(MongoTarget target, RandomGenerator random) throws IOException {
      var payload = new BsonBinary(Attack.bytes(random, random.nextInt(200)));
      try (RawConnection raw = target.connect()) {
        for (String step : List.of("saslStart", "saslContinue")) {
          BsonDocument command =
              BsonDocument.parse(
                  "{%s: 1, conversationId: 1, mechanism: 'SCRAM-SHA-256', $db: 'admin'}"
                      .formatted(step));
          raw.send(MongoFrames.command(command.append("payload", payload)));
          byte[] answer = raw.message();
          assertThat(answer.length == 0 ? CLOSED : code(answer)).isNotIn(0, INTERNAL_ERROR);
        }
      }
    }
  };

  private static final int INTERNAL_ERROR = 1;
  private static final int CLOSED = -1;
  private static final String PING = "{ping: 1, $db: 'admin'}";

  private static final List<String> COMMANDS =
      List.of(
          "{insert: 'c', documents: [{a: 1, b: ['x', {c: 2.5}]}], $db: 'd'}",
          "{find: 'c', filter: {a: {$gt: 1}, b: {$elemMatch: {c: 2}}}, sort: {a: -1}, $db: 'd'}",
          "{update: 'c', updates: [{q: {a: 1}, u: {$push: {b: 1}}, upsert: true}], $db: 'd'}",
          "{delete: 'c', deletes: [{q: {a: {$lt: 0}}, limit: 1}], $db: 'd'}",
          "{aggregate: 'c', pipeline: [{$group: {_id: '$a', n: {$sum: 1}}}], cursor: {},"
              + " $db: 'd'}",
          "{findAndModify: 'c', query: {a: 1}, update: {$inc: {n: 1}}, $db: 'd'}");

  private final int weight;

  MongoAttack(int weight) {
    this.weight = weight;
  }

  @Override
  public int weight() {
    return weight;
  }

  /// Sends this, after which the server is to close the connection without a word.
  private static void requireEnd(RawConnection connection, byte[] bytes) throws IOException {
    try (connection) {
      connection.send(bytes);
      connection.endOutput();
      assertThat(connection.message()).isEmpty();
    }
  }

  /// 0 if it is no error.
  private static int code(byte[] answer) {
    BsonDocument body = MongoFrames.body(answer);
    return body.containsKey("code") ? body.getNumber("code").intValue() : 0;
  }

  private static int find(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
  }

  /// A field `filter` with a document in a document in a document.
  private static byte[] deep(int depth) {
    int innermost = 5;
    int each = 1 + 2 + 4 + 1; // type, name, length, end
    int length = depth * each + innermost;
    ByteBuffer out = ByteBuffer.allocate(8 + length).order(ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 3).put("filter".getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    for (int level = 0; level < depth; level++) {
      out.putInt(length - level * each).put((byte) 3).put((byte) 'a').put((byte) 0);
    }
    return out.putInt(innermost).array();
  }

  /// A document with one more field.
  private static byte[] with(byte[] document, byte[] field) {
    int length = document.length + field.length;
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .put(document, Integer.BYTES, document.length - Integer.BYTES - 1)
        .put(field)
        .array();
  }

  private static byte[] compress(int compressor, byte[] plain) throws IOException {
    return switch (compressor) {
      case 1 -> Snappy.compress(plain);
      case 2 -> deflate(plain);
      default -> Zstd.compress(plain);
    };
  }

  private static byte[] deflate(byte[] plain) {
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(plain);
      deflater.finish();
      byte[] out = new byte[plain.length / 100 + 1000];
      return Arrays.copyOf(out, deflater.deflate(out));
    }
  }
}
