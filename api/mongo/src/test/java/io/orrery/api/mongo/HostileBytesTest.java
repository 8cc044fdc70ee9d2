// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.orrery.api.mongo.bson.RandomBson;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Bytes that nobody should send: an answer or the end of the connection, and the next client is
/// served as ever.
class HostileBytesTest {
  private static final long SEED = 20_261_116;
  private static final int MSG = 2013;
  private static final int COMPRESSED = 2012;

  private static MongoBed bed;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  private static byte[] frame(int opCode, byte[] content) {
    return ByteBuffer.allocate(16 + content.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(16 + content.length)
        .putInt(7)
        .putInt(0)
        .putInt(opCode)
        .put(content)
        .array();
  }

  private static byte[] message(int flags, byte[] body) {
    return ByteBuffer.allocate(5 + body.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(flags)
        .put((byte) 0)
        .put(body)
        .array();
  }

  private static byte[] ping() {
    return RandomBson.bytes(BsonDocument.parse("{ping: 1, $db: 'admin'}"));
  }

  private static byte[] compressed(int compressor, int length, byte[] content) {
    return ByteBuffer.allocate(9 + content.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MSG)
        .putInt(length)
        .put((byte) compressor)
        .put(content)
        .array();
  }

  private static byte[] deflated(byte[] plain) {
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(plain);
      deflater.finish();
      byte[] out = new byte[plain.length + 100];
      return Arrays.copyOf(out, deflater.deflate(out));
    }
  }

  /// How many bytes come back until the answer is complete or the connection ends; -1 for its end
  /// without an answer.
  private static int ask(byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), bed.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes);
      InputStream in = socket.getInputStream();
      byte[] head = in.readNBytes(4);
      if (head.length < 4) {
        return -1;
      }
      int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
      return in.readNBytes(length - 4).length + 4;
    } catch (SocketException reset) {
      return -1; // So ends a connection that is closed before all was read.
    }
  }

  @Test
  void wellFormedMessagesAreAnswered() throws IOException {
    byte[] plain = message(0, ping());
    assertThat(ask(frame(MSG, plain))).isGreaterThan(16);
    assertThat(ask(frame(COMPRESSED, compressed(2, plain.length, deflated(plain)))))
        .isGreaterThan(16);
    assertThat(ask(frame(COMPRESSED, compressed(0, plain.length, plain)))).isGreaterThan(16);
    assertThat(ask(frame(MSG, message(1 << 16, ping())))).isGreaterThan(16);
  }

  @Test
  void checksumsAreVerified() throws IOException {
    byte[] content = Arrays.copyOf(message(1, ping()), ping().length + 9);
    byte[] whole = frame(MSG, content);
    assertThat(ask(whole)).isEqualTo(-1);
    CRC32C sum = new CRC32C();
    sum.update(whole, 0, whole.length - 4);
    ByteBuffer.wrap(whole)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(whole.length - 4, (int) sum.getValue());
    assertThat(ask(whole)).isGreaterThan(16);
  }

  @Test
  void wrongLengthsEndTheConnection() throws IOException {
    for (int length : new int[] {Integer.MIN_VALUE, -1, 0, 15, 48_000_001, Integer.MAX_VALUE}) {
      byte[] bytes = frame(MSG, message(0, ping()));
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length);
      assertThat(ask(bytes)).as("length %d", length).isEqualTo(-1);
    }
  }

  @Test
  void unknownOpcodesAndFlagsEndTheConnection() throws IOException {
    for (int opCode : new int[] {-1, 0, 1, 2001, 2002, 2005, 2006, 2007, 2010, 2014}) {
      assertThat(ask(frame(opCode, message(0, ping())))).as("opcode %d", opCode).isEqualTo(-1);
    }
    assertThat(ask(frame(MSG, message(4, ping())))).isEqualTo(-1);
    assertThat(ask(frame(MSG, new byte[0]))).isEqualTo(-1);
    assertThat(ask(frame(MSG, new byte[4]))).isEqualTo(-1);
    assertThat(ask(frame(2004, ping()))).isEqualTo(-1);
  }

  @Test
  void aMessageIsNeverLongerThanItSays() throws IOException {
    byte[] bomb = deflated(new byte[60_000]);
    for (int length : new int[] {-1, 0, 100, 60_001, 48_000_001, Integer.MAX_VALUE}) {
      assertThat(ask(frame(COMPRESSED, compressed(2, length, bomb))))
          .as("length %d", length)
          .isEqualTo(-1);
    }
    for (int compressor : new int[] {0, 1, 3, 4, 255}) {
      assertThat(ask(frame(COMPRESSED, compressed(compressor, 60_000, bomb))))
          .as("compressor %d", compressor)
          .isEqualTo(-1);
    }
  }

  @Test
  void strangersCannotSendMuch() throws IOException {
    byte[] large = new byte[100_000];
    assertThat(ask(frame(MSG, message(0, large)))).isEqualTo(-1);
    byte[] plain = Arrays.copyOf(message(0, ping()), 1_000_000);
    assertThat(ask(frame(COMPRESSED, compressed(2, plain.length, deflated(plain))))).isEqualTo(-1);
  }

  @Test
  void noiseDoesNotHurt() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    RandomBson documents = new RandomBson(SEED);
    for (int i = 0; i < 300; i++) {
      BsonDocument body = BsonDocument.parse("{hello: 1, $db: 'admin'}");
      body.putAll(documents.document(2));
      byte[] bytes = frame(random.nextInt(4) == 0 ? 2004 : MSG, message(0, RandomBson.bytes(body)));
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        bytes[random.nextInt(16, bytes.length)] = (byte) random.nextInt();
      }
      assertThat(ask(bytes)).as("seed %d, message %d", SEED, i).isNotZero();
    }
    try (MongoClient client = bed.connect("")) {
      Document answer = client.getDatabase("admin").runCommand(new Document("ping", 1));
      assertThat(answer.getDouble("ok")).isEqualTo(1.0);
    }
  }
}
