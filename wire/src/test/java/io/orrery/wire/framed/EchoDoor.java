// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends every frame back, counted by connection, unless it says something else: `known` (who sent
/// it is recognised), `wait` (until released or interrupted), `large <bytes>`, `lines` (frames are
/// lines from now on), `fail`, `close`, `quick` (answered at once if it can be).
final class EchoDoor implements FramedDoor {
  static final Framing FRAMING =
      new LengthField(4, 0, ByteOrder.LITTLE_ENDIAN, LengthField.Measure.WHOLE_FRAME);

  final AtomicInteger begun = new AtomicInteger();
  final AtomicInteger ended = new AtomicInteger();
  final AtomicInteger handling = new AtomicInteger();
  final AtomicInteger handled = new AtomicInteger();
  final AtomicInteger answeredAtOnce = new AtomicInteger();
  final AtomicInteger interrupted = new AtomicInteger();
  final CountDownLatch release = new CountDownLatch(1);

  static byte[] frame(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(4 + bytes.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(4 + bytes.length)
        .put(bytes)
        .array();
  }

  @Override
  public Conversation<ByteBuffer> begin(Client<ByteBuffer> client, FramingChoice framing) {
    begun.incrementAndGet();
    return new Echo(client, framing);
  }

  @Override
  public Optional<ByteBuffer> overload() {
    return Optional.of(ByteBuffer.wrap(frame("full")));
  }

  private final class Echo implements Conversation<ByteBuffer> {
    private final Client<ByteBuffer> client;
    private final FramingChoice framing;
    private int received;

    private Echo(Client<ByteBuffer> client, FramingChoice framing) {
      this.client = client;
      this.framing = framing;
    }

    @Override
    public Optional<ByteBuffer> answerAtOnce(ByteBuffer message) {
      if (!text(message).startsWith("quick")) {
        return Optional.empty();
      }
      answeredAtOnce.incrementAndGet();
      received++;
      return Optional.of(ByteBuffer.wrap(frame(received + " " + text(message))));
    }

    private static String text(ByteBuffer message) {
      return StandardCharsets.ISO_8859_1.decode(message.duplicate().position(4)).toString();
    }

    @Override
    public void receive(ByteBuffer message) {
      handling.incrementAndGet();
      try {
        handled.incrementAndGet();
        received++;
        answer(text(message));
      } finally {
        handling.decrementAndGet();
      }
    }

    private void answer(String text) {
      switch (text.split(" ", 2)[0]) {
        case "known" -> {
          client.recognise();
          say("welcome");
        }
        case "wait" -> {
          await();
          say("waited");
        }
        case "large" -> {
          byte[] large = frame("x".repeat(Integer.parseInt(text.substring(6))));
          if (client.send(ByteBuffer.wrap(large)) == Client.Sent.NO_ROOM) {
            say("no room");
          }
        }
        case "lines" -> {
          framing.use(EchoDoor::line);
          say("lines");
        }
        case "fail" -> throw new IllegalStateException("As it was told to");
        case "close" -> {
          say("bye");
          client.close();
        }
        default -> say(received + " " + text);
      }
    }

    private void say(String text) {
      client.send(ByteBuffer.wrap(frame(text)));
    }

    private void await() {
      try {
        release.await();
      } catch (InterruptedException e) {
        interrupted.incrementAndGet();
        throw new IllegalStateException("Interrupted, as it should be", e);
      }
    }

    @Override
    public Optional<ByteBuffer> refuse(Refusal refusal) {
      return Optional.of(ByteBuffer.wrap(frame(refusal.reason().name())));
    }

    @Override
    public void ended() {
      ended.incrementAndGet();
    }
  }

  private static OptionalInt line(ByteBuffer arrived) {
    for (int i = arrived.position(); i < arrived.limit(); i++) {
      if (arrived.get(i) == '\n') {
        return OptionalInt.of(i + 1 - arrived.position());
      }
    }
    return OptionalInt.empty();
  }
}
