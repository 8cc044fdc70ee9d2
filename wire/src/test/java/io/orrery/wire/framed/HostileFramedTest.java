// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import static io.orrery.wire.Soon.await;
import static io.orrery.wire.Waiting.For.ANSWER;
import static io.orrery.wire.Waiting.For.GREETING;
import static io.orrery.wire.Waiting.For.IDLE;
import static io.orrery.wire.Waiting.For.REQUEST;
import static io.orrery.wire.framed.EchoDoor.frame;
import static io.orrery.wire.framed.EchoPort.ask;
import static io.orrery.wire.framed.EchoPort.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a client sends or leaves undone, it gets a word or is closed, and nothing is left of
/// it: see [EchoPort#close].
class HostileFramedTest {
  private static final int MEGABYTE = 1 << 20;

  private static EchoPort withBudget(int bytes, int inFlightMax) throws IOException {
    return new EchoPort(
        new Encryption.Never(),
        Waiting.LONG,
        inFlightMax,
        new TrafficBudget(bytes, SystemTime.TICKER));
  }

  private static byte[] length(int length) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, -1, Integer.MIN_VALUE})
  void lengthBelowTheHeaderIsMalformed(int length) throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      assertThat(client.send(length(length)).readAll()).endsWith("MALFORMED");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {EchoPort.MESSAGE_MAX + 1, Integer.MAX_VALUE})
  void lengthOverTheLimitIsRefusedWithoutTheRest(int length) throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      ask(client, "known");
      assertThat(client.send(length(length)).readAll()).endsWith("TOO_LARGE");
    }
  }

  @Test
  void memoryFollowsWhatArrivesAndNotWhatIsAnnounced() throws IOException {
    try (EchoPort port = EchoPort.plain()) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < EchoPort.CONNECTIONS; i++) {
        RawClient client = port.connect();
        ask(client, "known");
        clients.add(client.send(length(EchoPort.MESSAGE_MAX)).send("a little"));
      }
      await().until(() -> port.budget.heldBytes() > 0);
      assertThat(port.budget.heldBytes()).isLessThan(MEGABYTE);
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void noiseEndsInAWordOrAClose() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (EchoPort port = EchoPort.plain()) {
      for (int round = 0; round < 60; round++) {
        byte[] noise = new byte[random.nextInt(2000)];
        random.nextBytes(noise);
        if (random.nextBoolean() && noise.length > 3) {
          noise[2] = 0;
          noise[3] = 0;
        }
        try (RawClient client = port.connect()) {
          client.sendAsMuchAsIsTaken(noise);
          if (random.nextBoolean()) {
            assertThat(client.endOutput().readAll()).as("seed %d", seed).isNotNull();
          }
        }
      }
    }
  }

  @Test
  void silenceAndUnfinishedFramesAreNotWaitedForLong() throws IOException {
    try (EchoPort port = EchoPort.plain(Waiting.shortlyFor(GREETING));
        RawClient silent = port.connect()) {
      assertThat(silent.readAll()).isEmpty();
    }
    try (EchoPort port = EchoPort.plain(Waiting.shortlyFor(REQUEST));
        RawClient begun = port.connect();
        RawClient unfinished = port.connect()) {
      begun.send(new byte[] {9});
      unfinished.send(Arrays.copyOf(frame("abc"), 6));
      assertThat(begun.readAll()).endsWith("TIMED_OUT");
      assertThat(unfinished.readAll()).endsWith("TIMED_OUT");
    }
    try (EchoPort port = EchoPort.plain(Waiting.shortlyFor(IDLE));
        RawClient known = port.connect()) {
      assertThat(ask(known, "known")).isEqualTo("welcome");
      assertThat(known.readAll()).isEmpty();
    }
  }

  @Test
  void drippingDoesNotKeepAFrameAlive() throws IOException {
    try (EchoPort port = EchoPort.plain(Waiting.shortlyFor(REQUEST));
        RawClient client = port.connect()) {
      client.send(length(10_000));
      await()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                client.sendAsMuchAsIsTaken(new byte[1]);
                return port.connectionCount() == 0;
              });
      assertThat(client.readAll()).endsWith("TIMED_OUT");
      assertThat(port.door.handled).hasValue(0);
    }
  }

  @Test
  void refusalGivesBackWhatHadArrived() throws IOException {
    try (EchoPort port = EchoPort.plain(Waiting.atMost(Duration.ofSeconds(2), REQUEST));
        RawClient client = port.connect()) {
      ask(client, "known");
      client.send(Arrays.copyOf(frame("x".repeat(MEGABYTE)), 200_000));
      await().until(() -> port.budget.heldBytes() >= 200_000);
      assertThat(read(client)).isEqualTo("TIMED_OUT");
      assertThat(port.budget.heldBytes()).as("while it is still listened to").isZero();
    }
  }

  @Test
  void clientThatLeavesInterruptsItsWork() throws IOException {
    try (EchoPort port = EchoPort.plain()) {
      try (RawClient client = port.connect()) {
        client.send(frame("wait"));
        await().until(() -> port.door.handling.get() == 1);
      }
      await().until(() -> port.door.interrupted.get() == 1);
      await().until(() -> port.door.ended.get() == 1);
    }
  }

  @Test
  void workThatTakesTooLongIsInterrupted() throws IOException {
    try (EchoPort port = EchoPort.plain(Waiting.atMost(Duration.ofSeconds(1), REQUEST));
        RawClient client = port.connect()) {
      assertThat(client.send(frame("wait")).readAll()).endsWith("FAILED");
      assertThat(port.door.interrupted).hasValue(1);
    }
  }

  @Test
  void readingStopsWithoutRoomAndGoesOnWithIt() throws IOException {
    String large = "x".repeat(MEGABYTE);
    var ageless = new TrafficBudget(4 * MEGABYTE, () -> 0); // Nobody counts as slow.
    try (EchoPort port = new EchoPort(new Encryption.Never(), Waiting.LONG, 4, ageless);
        RawClient holder = port.connect();
        RawClient other = port.connect()) {
      ask(holder, "known");
      ask(other, "known");
      holder.send(frame("wait " + large)).send(frame("wait " + large));
      await().until(() -> port.door.handled.get() == 4);
      var sender =
          Thread.ofVirtual().start(() -> other.sendAsMuchAsIsTaken(frame("wait " + large + large)));
      await().until(() -> port.budget.heldBytes() > 2 * MEGABYTE);
      assertThat(ask(holder, "small ones find room")).endsWith("small ones find room");
      assertThat(port.door.handled).as("the large one waits").hasValue(5);
      port.door.release.countDown();
      assertThat(read(other)).isEqualTo("waited");
      await().until(() -> !sender.isAlive());
      assertThat(port.budget.givenUp()).isZero();
    }
  }

  @Test
  void strangersShareASixteenth() throws IOException {
    int budget = 16 * 32 * 1024;
    String message = "wait " + "x".repeat(10_000);
    try (EchoPort port = withBudget(budget, 1)) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        clients.add(port.connect().send(frame(message)));
      }
      await().until(() -> port.door.handling.get() == 3);
      try (RawClient known = port.connect()) {
        assertThat(ask(known, "known")).isEqualTo("welcome");
        assertThat(ask(known, "x".repeat(100_000))).hasSize(100_002);
      }
      assertThat(port.door.handled).as("three strangers, and two of the known one").hasValue(5);
      port.door.release.countDown();
      for (RawClient client : clients) {
        assertThat(read(client)).isEqualTo("waited");
        client.close();
      }
    }
  }

  @Test
  void clientThatDoesNotReadIsNotReadFrom() throws IOException {
    try (EchoPort port = withBudget(64 * MEGABYTE, 1);
        RawClient client = RawClient.withSmallWindow(port.number())) {
      ask(client, "known");
      for (int i = 0; i < 100; i++) {
        client.send(frame("large 1000000"));
      }
      await().until(() -> port.door.handled.get() >= 2);
      try (RawClient other = port.connect()) {
        assertThat(ask(other, "a")).isEqualTo("1 a");
      }
      assertThat(port.budget.heldBytes()).isLessThan(8 * MEGABYTE);
      assertThat(port.door.handled).hasValueLessThan(20);
    }
  }

  @Test
  void clientThatNeverReadsIsClosed() throws IOException {
    try (EchoPort port = EchoPort.plain(Waiting.shortlyFor(ANSWER));
        RawClient client = RawClient.withSmallWindow(port.number())) {
      ask(client, "known");
      client.send(frame("large 20000000"));
      await().until(() -> port.connectionCount() == 0);
      assertThat(client.readAll().length()).isLessThan(20_000_000);
    }
  }

  @Test
  void largeAnswerWithoutRoomIsDropped() throws IOException {
    try (EchoPort port = withBudget(MEGABYTE, 1);
        RawClient client = port.connect()) {
      assertThat(ask(client, "large 2000000")).isEqualTo("no room");
      assertThat(ask(client, "a")).isEqualTo("2 a");
    }
  }

  @Test
  void slowReadersMakeRoom() throws IOException {
    try (EchoPort port = withBudget(8 * MEGABYTE, 1)) {
      List<RawClient> readers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        readers.add(RawClient.withSmallWindow(port.number()).send(frame("large 5000000")));
      }
      await().until(() -> port.door.handled.get() == 8);
      try (RawClient decent = port.connect()) {
        await()
            .pollInterval(Duration.ofMillis(200))
            .until(() -> ask(decent, "large 5000000").length() == 5_000_000);
      }
      for (RawClient reader : readers) {
        reader.close();
      }
    }
  }
}
