// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.conversation.Conversation;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.framed.FramedCodec;
import io.orrery.wire.framed.LengthField;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpLimits;
import io.orrery.wire.http.HttpResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Ports of different protocols share what there is of the machine.
class NetworkTest {
  private static final int THREADS = 2;
  private static final int STRANGERS = 4;
  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  private final TrafficBudget budget = new TrafficBudget(1 << 20, SystemTime.TICKER);
  private final Network network =
      new Network("shared", THREADS, new ConnectionLimits(STRANGERS + 1, STRANGERS), budget);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger recognised = new AtomicInteger();
  private Listener requests;
  private Listener frames;

  @BeforeEach
  void open() throws IOException {
    var anyPort = new ListenerSettings("127.0.0.1", 0);
    requests =
        network.listen(
            anyPort,
            new HttpCodec(request -> HttpResponse.text(200, request.path()), HttpLimits.DEFAULT));
    var framing = new LengthField(4, 0, ByteOrder.BIG_ENDIAN, LengthField.Measure.WITHOUT_HEADER);
    frames =
        network.listen(
            anyPort,
            new FramedCodec(
                (client, _) ->
                    new Conversation<ByteBuffer>() {
                      @Override
                      public void receive(ByteBuffer message) {
                        client.recognise();
                        recognised.incrementAndGet();
                        waitForRelease();
                        client.send(message);
                      }
                    },
                framing,
                new ConversationLimits(1 << 20, 1, Patience.DEFAULT)));
  }

  private void waitForRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    release.countDown();
    requests.close();
    frames.close();
    network.close();
    await().untilAsserted(() -> assertThat(budget.heldBytes()).isZero());
  }

  @Test
  void strangersOfOnePortMakeRoomForThoseOfAnother() throws IOException {
    try (RawClient first = new RawClient(requests.port())) {
      assertThat(first.send(GET).readAnswer()).startsWith("HTTP/1.1 200 ");
      RawClient[] others = new RawClient[STRANGERS];
      for (int i = 0; i < STRANGERS; i++) {
        others[i] = new RawClient(frames.port());
      }
      assertThat(first.readAll()).isEmpty();
      await().until(() -> frames.connectionCount() == STRANGERS);
      for (RawClient other : others) {
        other.close();
      }
    }
  }

  @Test
  void connectionsOfOnePortCountOnAnother() throws IOException {
    RawClient[] known = new RawClient[STRANGERS + 1];
    for (int i = 0; i < known.length; i++) {
      known[i] = new RawClient(frames.port()).send(new byte[] {0, 0, 0, 1, 'x'});
      int count = i + 1;
      await().until(() -> recognised.get() == count);
    }
    try (RawClient late = new RawClient(requests.port())) {
      assertThat(late.send(GET).readAll()).startsWith("HTTP/1.1 503 ");
    }
    for (RawClient each : known) {
      each.close();
    }
  }

  @Test
  void anotherPortTakesNoFurtherThread() throws IOException {
    for (int i = 0; i < 3 * THREADS; i++) {
      try (RawClient client = new RawClient(requests.port())) {
        assertThat(client.send(GET).readAnswer()).startsWith("HTTP/1.1 200 ");
      }
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().startsWith("shared-"))
        .hasSizeLessThanOrEqualTo(THREADS);
  }

  @Test
  void portMayCloseWhileAnotherGoesOn() throws IOException {
    assertThat(frames.isOpen()).isTrue();
    frames.close();
    assertThat(frames.isOpen()).isFalse();
    try (RawClient client = new RawClient(requests.port())) {
      assertThat(client.send(GET).readAnswer()).startsWith("HTTP/1.1 200 ");
    }
  }
}
