// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.conversation.ConversationLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// An [EchoDoor] on a port. Closing it proves that nothing is left of whatever was done to it: no
/// connection, no running handler, no byte of the budget, no thread.
final class EchoPort implements AutoCloseable {
  static final int MESSAGE_MAX = 4 << 20;
  static final int CONNECTIONS = 20;

  final EchoDoor door = new EchoDoor();
  final TrafficBudget budget;
  private final OpenPort port;
  private boolean stopped;

  EchoPort(Encryption encryption, Patience patience, int inFlightMax, TrafficBudget budget)
      throws IOException {
    this.budget = budget;
    var limits = new ConversationLimits(MESSAGE_MAX, inFlightMax, patience);
    this.port =
        OpenPort.of(
            "echo",
            encryption,
            new FramedCodec(door, EchoDoor.FRAMING, limits),
            new ConnectionLimits(CONNECTIONS, CONNECTIONS),
            budget);
  }

  static EchoPort plain() throws IOException {
    return plain(Waiting.LONG);
  }

  static EchoPort plain(Patience patience) throws IOException {
    return new EchoPort(
        new Encryption.Never(), patience, 1, TrafficBudget.ofThisProcess(SystemTime.TICKER));
  }

  int number() {
    return port.port();
  }

  int connectionCount() {
    return port.connectionCount();
  }

  RawClient connect() throws IOException {
    return new RawClient(port.port());
  }

  static String read(RawClient client) throws IOException {
    int length = ByteBuffer.wrap(client.readBytes(4)).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return new String(client.readBytes(length - 4), StandardCharsets.ISO_8859_1);
  }

  static String ask(RawClient client, String text) throws IOException {
    return read(client.send(EchoDoor.frame(text)));
  }

  void stop(Duration grace) {
    stopped = true;
    port.stop(grace);
  }

  @Override
  public void close() {
    door.release.countDown();
    try (port) { // Also where something is left, or its threads would fail every test that follows.
      if (!stopped) {
        proveNothingIsLeft();
      }
    }
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("echo")));
  }

  private void proveNothingIsLeft() {
    await().until(() -> port.connectionCount() == 0);
    await().until(() -> door.handling.get() == 0);
    await().untilAsserted(() -> assertThat(door.ended).hasValue(door.begun.get()));
    await().untilAsserted(() -> assertThat(budget.heldBytes()).isZero());
    await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(this::serveDecentClient);
  }

  /// Who may have to come again, if the machine makes it late and the port does not wait long.
  private void serveDecentClient() throws IOException {
    try (RawClient client = connect()) {
      assertThat(ask(client, "after")).isEqualTo("1 after");
    }
  }
}
