// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.api.admin.AdvertisedDoor;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.model.OrreryException;
import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.SettingSources;
import io.orrery.server.settings.Settings;
import io.orrery.wire.Encryption;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.conversation.Conversation;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.framed.FramedCodec;
import io.orrery.wire.framed.LengthField;
import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What follows from a line in the list of doors.
class OpenDoorsTest {
  private static final Door ECHO =
      new Door(
          "echo",
          "Echo API",
          KnownSettings.SQL_PORT,
          new FramedCodec(
              (client, _) ->
                  new Conversation<ByteBuffer>() {
                    @Override
                    public void receive(ByteBuffer message) {
                      client.send(message);
                    }
                  },
              new LengthField(4, 0, ByteOrder.BIG_ENDIAN, LengthField.Measure.WITHOUT_HEADER),
              new ConversationLimits(1024, 1, Patience.DEFAULT)),
          new Door.Schemes("echo", "echos"),
          (place, key) -> "host=%s port=%d key=%s".formatted(place.host(), place.port(), key));

  private final Readiness readiness = new Readiness();
  private final Metrics metrics = new Metrics();

  private OpenDoors open(String port) {
    OpenDoors doors = closed(port);
    doors.open(ECHO, new Encryption.Never());
    return doors;
  }

  private OpenDoors closed(String port) {
    Settings settings =
        Settings.resolve(
            KnownSettings.all(),
            SettingSources.of(Map.of("apis.sql", port), Map.of(), Optional.empty()));
    return new OpenDoors(settings, readiness, metrics);
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void doorsOfWhichNothingIsSaidFollowTheFirstToAnyFreePort() {
    Door table =
        new Door(
            "table", "Table", KnownSettings.TABLE_PORT, ECHO.codec(), ECHO.schemes(), (_, _) -> "");
    OpenDoors one = closed("0");
    OpenDoors other = closed("0");
    one.open(table, new Encryption.Never());
    other.open(table, new Encryption.Never());
    try {
      assertThat(one.endpoints().get("table")).isNotEqualTo(other.endpoints().get("table"));
    } finally {
      one.close(Duration.ZERO);
      other.close(Duration.ZERO);
    }
  }

  @Test
  void openDoorAnswersAndIsNamedEverywhere() throws Exception {
    OpenDoors doors = open("0");
    URI address = URI.create(doors.endpoints().get("echo"));
    assertThat(address.toString()).isEqualTo("echo://127.0.0.1:" + address.getPort() + "/");
    try (Socket client = new Socket(address.getHost(), address.getPort())) {
      client.getOutputStream().write(new byte[] {0, 0, 0, 1, 'x'});
      assertThat(client.getInputStream().readNBytes(5)).endsWith('x');
      assertThat(metrics.scrape()).contains("\norrery_echo_connections 1.0\n");
    }
    assertThat(readiness.states()).containsEntry("echo", "ready");
    List<AdvertisedDoor> advertised =
        doors.advertised(new AccountAddress(Optional.of("https://db.example:443/"), false));
    assertThat(advertised).hasSize(1);
    assertThat(advertised.getFirst().connectionString().apply(anyRequest(), "secret"))
        .isEqualTo("host=db.example port=" + address.getPort() + " key=secret");
    doors.close(Duration.ZERO);
    assertThat(readiness.states().get("echo")).isNotEqualTo("ready");
  }

  private static HttpRequest anyRequest() {
    return new HttpRequest(
        "GET",
        "/",
        "",
        HttpHeaders.NONE,
        new byte[0],
        new Caller(InetSocketAddress.createUnresolved("a", 1), false));
  }

  @Test
  void thePortalHasAPortOfItsOwnAndIsNoApi() throws Exception {
    OpenDoors doors = open("0");
    doors.openPortal(new Encryption.Never());
    URI address = URI.create(doors.endpoints().get("portal"));
    assertThat(address.getPath()).isEqualTo("/_explorer/");
    try (Socket client = new Socket(address.getHost(), address.getPort())) {
      client.getOutputStream().write(new byte[] {0, 0, 0, 1, 'x'});
      assertThat(client.getInputStream().readNBytes(5)).endsWith('x');
    }
    assertThat(doors.advertised(new AccountAddress(Optional.of("http://a/"), false))).hasSize(1);
    doors.close(Duration.ZERO);
  }

  @Test
  void doorThatIsOffIsNotNamed() {
    OpenDoors doors = open("off");
    assertThat(doors.endpoints()).isEmpty();
    assertThat(readiness.states()).doesNotContainKey("echo");
    assertThat(doors.advertised(new AccountAddress(Optional.of("http://a/"), false))).isEmpty();
    doors.close(Duration.ZERO);
  }

  @Test
  void portInUseIsExplained() {
    OpenDoors first = open("0");
    String port = Integer.toString(URI.create(first.endpoints().get("echo")).getPort());
    OpenDoors second = closed(port);
    assertThatThrownBy(() -> second.open(ECHO, new Encryption.Never()))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageContaining("--apis.sql")
        .hasMessageContaining("--host");
    second.close(Duration.ZERO);
    first.close(Duration.ZERO);
  }
}
