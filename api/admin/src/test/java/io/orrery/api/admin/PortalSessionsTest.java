// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.access.Sessions;
import io.orrery.model.catalog.AccountKeys.Name;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Signing in, what a session may do, and how it ends.
class PortalSessionsTest {
  private static final InetSocketAddress HERE =
      new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 5000);
  private static final InetSocketAddress ELSEWHERE =
      new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), 5000);

  private final AdminBed bed = new AdminBed();

  @AfterEach
  void close() {
    bed.close();
  }

  /// @param headers name, value, name, value, …
  private Reply send(
      InetSocketAddress from, String method, String path, String body, String... headers) {
    HttpHeaders.Builder all = HttpHeaders.builder();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    return Reply.of(
        bed.door()
            .handle(
                new HttpRequest(
                    method,
                    "/_orrery/api/v1/" + path,
                    "",
                    all.build(),
                    body.getBytes(StandardCharsets.UTF_8),
                    new Caller(from, true))));
  }

  private Reply signIn(Name name) {
    String key =
        Base64.getEncoder()
            .encodeToString(bed.engine().gateway().administration().access().keys().key(name));
    return send(
        ELSEWHERE,
        "POST",
        "session",
        "{\"key\":\"%s\"}".formatted(key),
        "host",
        "db.example:8081",
        "x-orrery-portal",
        "1");
  }

  /// What a browser would send from now on.
  private static String cookie(Reply signedIn) {
    return signedIn.require(200).header("set-cookie").replaceFirst(";.*", "");
  }

  private Reply with(String cookie, String method, String path) {
    return send(
        ELSEWHERE,
        method,
        path,
        "",
        "host",
        "db.example:8081",
        "x-orrery-portal",
        "1",
        "cookie",
        "other=x; " + cookie);
  }

  @Test
  void aKeyIsShownOnceAndASessionKeptForIt() {
    Reply signedIn = signIn(Name.SECONDARY).require(200);
    assertThat(signedIn.header("set-cookie"))
        .startsWith("orrery-session-8081=")
        .endsWith("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure");
    assertThat(signedIn.body()).contains("\"signedIn\":true", "\"readOnly\":false");
    with(cookie(signedIn), "GET", "keys").require(200);
    assertThat(with(cookie(signedIn), "GET", "session").body()).contains("\"signedIn\":true");
  }

  @Test
  void aReadOnlyKeyGivesAReadOnlySession() {
    String cookie = cookie(signIn(Name.PRIMARY_READ_ONLY));
    assertThat(with(cookie, "GET", "session").body()).contains("\"readOnly\":true");
    with(cookie, "GET", "databases").require(200);
    with(cookie, "GET", "keys").require(403);
    with(cookie, "POST", AdminBed.CONTAINER + "partitions/0/split").require(403);
  }

  @Test
  void aCookieAloneIsNotEnough() {
    String cookie = cookie(signIn(Name.SECONDARY));
    send(ELSEWHERE, "GET", "databases", "", "host", "db.example:8081", "cookie", cookie)
        .require(401);
    send(ELSEWHERE, "POST", "session", "{}", "host", "db.example:8081").require(403);
  }

  @Test
  void signingOutTimeAndANewKeyEndASession() {
    String first = cookie(signIn(Name.SECONDARY));
    assertThat(with(first, "DELETE", "session").require(200).header("set-cookie"))
        .startsWith("orrery-session-8081=; Path=/; Max-Age=0;");
    with(first, "GET", "databases").require(401);

    String second = cookie(signIn(Name.SECONDARY));
    bed.clock().advance(Sessions.LIFE.minus(Duration.ofSeconds(1)));
    with(second, "GET", "databases").require(200);
    bed.clock().advance(Duration.ofSeconds(1));
    with(second, "GET", "databases").require(401);

    String third = cookie(signIn(Name.SECONDARY));
    bed.engine().gateway().administration().access().regenerate(Name.SECONDARY);
    with(third, "GET", "databases").require(401);
    assertThat(with(third, "GET", "session").body()).contains("\"signedIn\":false");
  }

  @Test
  void wrongKeysAreRefused() {
    for (String body :
        new String[] {"{\"key\":\"AAAA\"}", "{\"key\":\"not base64!\"}", "{\"key\":\"\"}", "{}"}) {
      Reply reply = send(ELSEWHERE, "POST", "session", body, "host", "a:1", "x-orrery-portal", "1");
      reply.require(401);
      assertThat(reply.hasHeader("set-cookie")).isFalse();
    }
    send(ELSEWHERE, "POST", "session", "{\"key\":1}", "x-orrery-portal", "1").require(400);
    with("orrery-session-8081=guess", "GET", "databases").require(401);
  }

  /// In development mode; a name that a foreign page gave this address is not this machine's.
  @Test
  void whoeverIsOnThisMachineNeedsNoKey() {
    Reply state = send(HERE, "GET", "session", "", "host", "localhost:8081");
    assertThat(state.body()).contains("\"signedIn\":false", "\"needsKey\":false");
    send(HERE, "POST", "session", "{}", "host", "[::1]:8081", "x-orrery-portal", "1").require(200);
    send(HERE, "POST", "session", "{}", "host", "evil.example", "x-orrery-portal", "1")
        .require(401);
    send(ELSEWHERE, "POST", "session", "{}", "host", "localhost", "x-orrery-portal", "1")
        .require(401);
  }

  @Test
  void sessionsOfOtherPortsAreOthers() {
    String cookie = cookie(signIn(Name.SECONDARY));
    send(
            ELSEWHERE,
            "GET",
            "databases",
            "",
            "host",
            "db.example:8082",
            "x-orrery-portal",
            "1",
            "cookie",
            cookie)
        .require(401);
  }
}
