// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpLimits;
import io.orrery.wire.http.HttpResponse;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every other test has the transport that is available: these have each of them.
class SocketTransportTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  /// More than a socket takes at once.
  private static final byte[] LARGE = new byte[4 << 20];

  private final TrafficBudget budget = new TrafficBudget(64 << 20, SystemTime.TICKER);

  private Network network(SocketTransport transport) {
    return new Network("transport", 2, ConnectionLimits.DEFAULT, budget, transport);
  }

  @Test
  @EnabledOnOs(
      value = OS.LINUX,
      architectures = {"amd64", "aarch64"})
  void linuxHasItsOwn() {
    assertThat(SocketTransport.available()).isEqualTo(SocketTransport.EPOLL);
  }

  @ParameterizedTest
  @EnumSource
  @EnabledOnOs(
      value = OS.LINUX,
      architectures = {"amd64", "aarch64"})
  void eachCarriesRequestsAndLargeAnswers(SocketTransport transport) throws IOException {
    var codec =
        new HttpCodec(
            _ -> new HttpResponse(200, HttpHeaders.of("Content-Type", "text/plain"), LARGE),
            HttpLimits.DEFAULT);
    try (Network network = network(transport);
        Listener listener = network.listen(new ListenerSettings("127.0.0.1", 0), codec)) {
      try (RawClient client = new RawClient(listener.port())) {
        for (int i = 0; i < 3; i++) {
          assertThat(client.send(GET).readAnswer()).hasSizeGreaterThan(LARGE.length);
        }
      }
      await().until(() -> listener.connectionCount() == 0);
    }
    assertThat(budget.heldBytes()).isZero();
  }
}
