// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.conversation.Conversation;
import io.orrery.wire.conversation.ConversationLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A framing that a door writes itself, in the manner of CQL 5: segments of one length byte, one
/// byte that says whether the message ends here, the payload and its checksum.
class SegmentsTest {
  private static final int MESSAGE_MAX = 1000;
  private static final int HEADER = 2;
  private static final int CHECKSUM = 4;

  private final TrafficBudget budget = TrafficBudget.ofThisProcess(SystemTime.TICKER);
  private OpenPort port;

  private static final class Segments implements Framing {
    @Override
    public OptionalInt length(ByteBuffer arrived) {
      if (arrived.remaining() < HEADER) {
        return OptionalInt.empty();
      }
      int length = HEADER + Byte.toUnsignedInt(arrived.get(arrived.position())) + CHECKSUM;
      return OptionalInt.of(length);
    }

    @Override
    public boolean isMessage(List<ByteBuffer> frames) {
      ByteBuffer last = frames.getLast();
      int payload = last.remaining() - HEADER - CHECKSUM;
      if (last.getInt(HEADER + payload) != checksum(last.slice(HEADER, payload))) {
        throw new MalformedFrameException("The checksum is wrong.");
      }
      return last.get(1) == 1;
    }
  }

  private static int checksum(ByteBuffer bytes) {
    var crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static byte[] segment(String payload, boolean last) {
    ByteBuffer bytes = ByteBuffer.wrap(payload.getBytes(StandardCharsets.ISO_8859_1));
    return ByteBuffer.allocate(HEADER + payload.length() + CHECKSUM)
        .put((byte) payload.length())
        .put((byte) (last ? 1 : 0))
        .put(bytes.duplicate())
        .putInt(checksum(bytes))
        .array();
  }

  @BeforeEach
  void open() throws IOException {
    FramedDoor door =
        (client, _) ->
            new Conversation<>() {
              @Override
              public void receive(ByteBuffer message) {
                client.send(message);
              }
            };
    var limits = new ConversationLimits(MESSAGE_MAX, 1, Patience.DEFAULT);
    port = OpenPort.plain("segments", new FramedCodec(door, new Segments(), limits), budget);
  }

  @AfterEach
  void nothingIsHeld() {
    port.close();
    await().untilAsserted(() -> assertThat(budget.heldBytes()).isZero());
  }

  @Test
  void segmentsOfAMessageComeTogether() throws IOException {
    byte[] first = segment("ab", false);
    byte[] second = segment("c", true);
    byte[] alone = segment("d", true);
    try (RawClient client = new RawClient(port.port())) {
      client.send(first).send(second).send(alone);
      assertThat(client.readBytes(first.length)).isEqualTo(first);
      assertThat(client.readBytes(second.length)).isEqualTo(second);
      assertThat(client.readBytes(alone.length)).isEqualTo(alone);
    }
  }

  @Test
  void wrongChecksumEndsTheConnection() throws IOException {
    byte[] damaged = segment("abc", true);
    damaged[3] ^= 1;
    try (RawClient client = new RawClient(port.port())) {
      client.send(segment("ab", false)).send(damaged);
      assertThat(client.readAll()).isEmpty();
    }
  }

  @Test
  void messageOfManySegmentsHasALimit() throws IOException {
    try (RawClient client = new RawClient(port.port())) {
      for (int i = 0; i < 20; i++) {
        client.sendAsMuchAsIsTaken(segment("x".repeat(100), false));
      }
      assertThat(client.readAll()).isEmpty();
    }
  }
}
