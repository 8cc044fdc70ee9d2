// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.testkit.DoorClient;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpStatuses;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the network refuses has the form of every other error: SDKs parse it.
class RefusalFormTest {
  private static DoorBed bed;

  @BeforeAll
  static void open() {
    bed = new DoorBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonIsAnErrorOfTheProtocol(Refusal.Reason reason) {
    Refusal refusal = new Refusal(reason, "Why not.");
    String sent = UUID.randomUUID().toString();
    DoorClient.Reply reply = bed.refuse(refusal, HttpHeaders.of("x-ms-activity-id", sent));
    assertThat(reply.status()).isEqualTo(HttpStatuses.of(refusal));
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    assertThat(reply.header("x-ms-activity-id")).isEqualTo(sent);
    assertThat(reply.member("code")).matches("[A-Za-z]+");
    assertThat(reply.member("message")).endsWith("\r\nActivityId: " + sent);
  }

  @Test
  void requestWithoutActivityIdGetsOne() {
    DoorClient.Reply reply =
        bed.refuse(new Refusal(Refusal.Reason.MALFORMED, "No."), HttpHeaders.NONE);
    assertThat(reply.header("x-ms-activity-id")).hasSize(36);
    assertThat(reply.error()).isEqualTo("400 No.");
  }

  /// The JavaScript SDK's own tests compare these words.
  @Test
  void bodyOverTheLimitHasTheWordsOfTheService() {
    DoorClient.Reply reply =
        bed.refuse(new Refusal(Refusal.Reason.TOO_LARGE, "Too large."), HttpHeaders.NONE);
    assertThat(reply.member("code")).isEqualTo("RequestEntityTooLarge");
    assertThat(reply.member("message"))
        .startsWith("Message: {\"Errors\":[\"Request size is too large\"]}\r\n");
  }
}
