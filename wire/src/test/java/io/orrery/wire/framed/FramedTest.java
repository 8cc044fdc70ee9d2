// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import static io.orrery.wire.Soon.await;
import static io.orrery.wire.framed.EchoDoor.frame;
import static io.orrery.wire.framed.EchoPort.ask;
import static io.orrery.wire.framed.EchoPort.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.Trust;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.TlsIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/// What a framed door can rely on.
class FramedTest {
  private static EchoPort inFlight(int max) throws IOException {
    return new EchoPort(
        new Encryption.Never(), Waiting.LONG, max, TrafficBudget.ofThisProcess(SystemTime.TICKER));
  }

  @Test
  void framesAreAnsweredInTheirOrder() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      for (int i = 0; i < 100; i++) {
        client.send(frame("message " + i));
      }
      for (int i = 0; i < 100; i++) {
        assertThat(read(client)).isEqualTo((i + 1) + " message " + i);
      }
    }
  }

  @Test
  void whatIsAnsweredAtOnceKeepsItsPlace() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      assertThat(ask(client, "quick")).isEqualTo("1 quick");
      assertThat(port.door.answeredAtOnce).as("of somebody unknown").hasValue(0);
      assertThat(ask(client, "known")).isEqualTo("welcome");
      var all = new ByteArrayOutputStream();
      for (int i = 0; i < 100; i++) {
        all.writeBytes(frame(i % 40 == 39 ? "slow " + i : "quick " + i));
      }
      client.send(all.toByteArray()); // Which arrives in one piece, however busy the machine.
      for (int i = 0; i < 100; i++) {
        assertThat(read(client)).isEqualTo((i + 3) + (i % 40 == 39 ? " slow " : " quick ") + i);
      }
      assertThat(port.door.answeredAtOnce.get()).as("others have their turn").isBetween(80, 95);
    }
  }

  @Test
  void whoWaitsForEachAnswerHasAllOfThemAtOnce() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      assertThat(ask(client, "known")).isEqualTo("welcome");
      for (int i = 0; i < 100; i++) {
        assertThat(ask(client, "quick")).isEqualTo((i + 2) + " quick");
      }
      assertThat(port.door.answeredAtOnce).hasValue(100);
    }
  }

  @Test
  void framesMayComeByteByByteAndManyAtOnce() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      for (byte each : frame("slow")) {
        client.send(new byte[] {each});
      }
      assertThat(read(client)).isEqualTo("1 slow");
      client.send(new String(frame("a"), StandardCharsets.ISO_8859_1) + "\6\0\0");
      assertThat(read(client)).isEqualTo("2 a");
      client.send("\0bc");
      assertThat(read(client)).isEqualTo("3 bc");
    }
  }

  @Test
  void everyConnectionHasItsOwnState() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient one = port.connect();
        RawClient other = port.connect()) {
      assertThat(ask(one, "a")).isEqualTo("1 a");
      assertThat(ask(one, "a")).isEqualTo("2 a");
      assertThat(ask(other, "a")).isEqualTo("1 a");
    }
  }

  @Test
  void knownClientMayHaveSeveralInFlight() throws IOException {
    try (EchoPort port = inFlight(3);
        RawClient client = port.connect()) {
      assertThat(ask(client, "known")).isEqualTo("welcome");
      client.send(frame("wait")).send(frame("wait"));
      assertThat(ask(client, "quick")).endsWith(" quick");
      client.send(frame("wait")).send(frame("late"));
      await().until(() -> port.door.handled.get() == 5);
      await().until(() -> port.door.handling.get() == 3);
      assertThat(port.door.handled).as("no fourth one").hasValue(5);
      port.door.release.countDown();
      List<String> answers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        answers.add(read(client));
      }
      assertThat(answers).filteredOn("waited"::equals).hasSize(3);
      assertThat(answers).anyMatch(answer -> answer.endsWith(" late"));
    }
  }

  @Test
  void strangersAreHandledOneAfterTheOther() throws IOException {
    try (EchoPort port = inFlight(3);
        RawClient client = port.connect()) {
      client.send(frame("wait")).send(frame("next"));
      await().until(() -> port.door.handling.get() == 1);
      port.door.release.countDown();
      assertThat(read(client)).isEqualTo("waited");
      assertThat(read(client)).isEqualTo("2 next");
    }
  }

  @Test
  void largeMessagesAreForThoseWhoAreKnown() throws IOException {
    String large = "x".repeat(1 << 20);
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect();
        RawClient stranger = port.connect()) {
      ask(client, "known");
      assertThat(ask(client, large)).endsWith(large);
      stranger.sendAsMuchAsIsTaken(frame(large));
      assertThat(stranger.readAll()).contains("TOO_LARGE");
    }
  }

  @Test
  void doorMayChangeTheFraming() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      assertThat(ask(client, "lines")).isEqualTo("lines");
      client.send("????hello\n????a");
      assertThat(read(client)).isEqualTo("2 hello\n");
      client.send("gain\n");
      assertThat(read(client)).isEqualTo("3 again\n");
    }
  }

  @Test
  void doorMayClose() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      client.send(frame("close")).send(frame("ignored"));
      assertThat(client.readAll()).endsWith("bye");
    }
  }

  @Test
  void failureOfTheDoorIsWordedAndEndsTheConnection() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      assertThat(client.send(frame("fail")).readAll()).endsWith("FAILED");
    }
  }

  @Test
  void plainAndTlsShareThePort() throws Exception {
    TlsIdentity identity =
        KeptCertificate.temporary(CertificateNames.of(List.of("localhost")), Instant.now());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, Trust.inPem(identity.pem()), null);
    try (EchoPort port =
            new EchoPort(
                new Encryption.Optional(() -> identity),
                Waiting.LONG,
                1,
                TrafficBudget.ofThisProcess(SystemTime.TICKER));
        RawClient secure = RawClient.overTls(port.number(), context);
        RawClient plain = port.connect()) {
      assertThat(ask(secure, "a")).isEqualTo("1 a");
      assertThat(ask(plain, "b")).isEqualTo("1 b");
      assertThat(ask(secure, "known")).isEqualTo("welcome");
      String large = "x".repeat(1 << 20);
      assertThat(ask(secure, large)).endsWith(large);
    }
  }

  @Test
  void plainClientIsClosedWhereOnlyTlsIsSpoken() throws Exception {
    TlsIdentity identity =
        KeptCertificate.temporary(CertificateNames.of(List.of("localhost")), Instant.now());
    var door = new EchoDoor();
    var limits = new ConversationLimits(1024, 1, Patience.DEFAULT);
    try (var port =
            OpenPort.of(
                "tls-only",
                new Encryption.Always(() -> identity),
                new FramedCodec(door, EchoDoor.FRAMING, limits),
                ConnectionLimits.DEFAULT,
                TrafficBudget.ofThisProcess(SystemTime.TICKER));
        RawClient client = new RawClient(port.port())) {
      assertThat(client.sendAsMuchAsIsTaken(frame("a")).readAll()).isEmpty();
      assertThat(door.begun).hasValue(0);
    }
  }

  @Test
  void stopWaitsForAnswersAndEndsTheIdle() throws Exception {
    try (EchoPort port = EchoPort.plain();
        RawClient busy = port.connect();
        RawClient idle = port.connect()) {
      ask(idle, "a");
      busy.send(frame("wait"));
      await().until(() -> port.door.handling.get() == 1);
      var stopped = CompletableFuture.runAsync(() -> port.stop(Duration.ofMinutes(1)));
      assertThat(idle.readAll()).isEmpty();
      assertThat(stopped).isNotDone();
      port.door.release.countDown();
      assertThat(busy.readAll()).endsWith("waited");
      stopped.join();
      assertThat(port.door.ended).hasValue(2);
    }
  }

  @Test
  void stopWithoutGraceInterrupts() throws Exception {
    try (EchoPort port = EchoPort.plain();
        RawClient busy = port.connect()) {
      busy.send(frame("wait"));
      await().until(() -> port.door.handling.get() == 1);
      port.stop(Duration.ZERO);
      await().until(() -> port.door.interrupted.get() == 1);
      assertThat(busy.readAll()).isEmpty();
    }
  }

  @Test
  void oneClientTooManyIsTold() throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try (EchoPort port = EchoPort.plain()) {
      for (int i = 0; i < EchoPort.CONNECTIONS; i++) {
        RawClient client = port.connect();
        clients.add(client);
        ask(client, "known");
      }
      try (RawClient late = port.connect()) {
        assertThat(late.readAll()).endsWith("full");
      }
      for (RawClient client : clients) {
        assertThat(ask(client, "still")).isEqualTo("2 still");
        client.close();
      }
    }
  }

  @Test
  void strangersMakeRoomForOthers() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient oldest = port.connect()) {
      ask(oldest, "a");
      List<RawClient> more = new ArrayList<>();
      for (int i = 0; i < EchoPort.CONNECTIONS; i++) {
        RawClient client = port.connect();
        more.add(client);
        assertThat(ask(client, "a")).isEqualTo("1 a");
      }
      assertThat(oldest.readAll()).isEmpty();
      for (RawClient client : more) {
        client.close();
      }
    }
  }

  @Test
  void unfinishedMessageIsNotHandled() throws IOException {
    try (EchoPort port = EchoPort.plain();
        RawClient client = port.connect()) {
      byte[] whole = frame("abc");
      client.send(Arrays.copyOf(whole, 5)).endOutput();
      assertThat(client.readAll()).isEmpty();
      assertThat(port.door.handled).hasValue(0);
    }
  }
}
