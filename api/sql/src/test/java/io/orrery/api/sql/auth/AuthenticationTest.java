// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.access.Access;
import io.orrery.control.access.AccountKeys;
import io.orrery.control.access.Grant;
import io.orrery.control.access.Permission;
import io.orrery.control.access.User;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.storage.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final Access access = Access.open(new MemoryStore(), Limits.DEFAULT, () -> now);
  private final ResourceTokens tokens =
      new Authentication(access, UnaryOperator.identity(), () -> now).tokens();

  private static String signature(String token) {
    return token.substring(token.indexOf("sig=") + 4);
  }

  private Permission permission() {
    User user = access.createUser(1, "anna");
    return access.createPermission(user, "p", new Grant(false, "dbs/d/colls/c", 1, null, null));
  }

  private void refused(ErrorCode code, String token) {
    assertThatThrownBy(() -> tokens.verify(signature(token)))
        .isInstanceOfSatisfying(OrreryException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void tokenEndsWithItsTime() {
    Permission permission = permission();
    String token = tokens.issue(permission, Duration.ofSeconds(10));
    now = now.plusSeconds(9);
    assertThat(tokens.verify(signature(token))).isEqualTo(permission);
    now = now.plusSeconds(1);
    refused(ErrorCode.FORBIDDEN, token);
  }

  @Test
  void tokenEndsWithItsPermissionAndItsSecret() {
    Permission permission = permission();
    String token = tokens.issue(permission, Duration.ofHours(1));
    access.deletePermission(permission);
    refused(ErrorCode.FORBIDDEN, token);
    access.regenerate(AccountKeys.Name.TOKEN_SECRET);
    refused(ErrorCode.UNAUTHENTICATED, token);
  }

  @Test
  void anyChangeOfATokenIsNoticed() {
    String token = tokens.issue(permission(), Duration.ofHours(1));
    for (int i = token.indexOf("sig=") + 4; i < token.lastIndexOf(';') - 2; i++) {
      // Differs in the upper bits: the lower ones of a last digit may be padding.
      char other = "wxyz".indexOf(token.charAt(i)) >= 0 ? 'A' : 'w';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      refused(ErrorCode.UNAUTHENTICATED, changed);
    }
  }

  @Test
  void textToSignFollowsTheAddress() {
    assertThat(first("GET", "/", List.of())).isEqualTo("get\n\n\nd\n\n");
    assertThat(first("POST", "/dbs", List.of("dbs"))).isEqualTo("post\ndbs\n\nd\n\n");
    assertThat(first("GET", "/dbs/My%20Db", List.of("dbs", "My Db")))
        .isEqualTo("get\ndbs\ndbs/My Db\nd\n\n");
    assertThat(first("GET", "/dbs/A/colls", List.of("dbs", "A", "colls")))
        .isEqualTo("get\ncolls\ndbs/A\nd\n\n");
    assertThat(
            first(
                "GET",
                "/dbs/AAAAAQ==/colls/AAAAAYAAAAE=/pkranges",
                List.of("dbs", "AAAAAQ==", "colls", "AAAAAYAAAAE=", "pkranges")))
        .isEqualTo("get\npkranges\naaaaayaaaae=\nd\n\n");
    assertThat(first("PUT", "/offers/AwAA", List.of("offers", "AwAA")))
        .isEqualTo("put\noffers\nawaa\nd\n\n");
    assertThat(
            first(
                "POST",
                "/dbs/a/colls/b/operations/partitionkeydelete",
                List.of("dbs", "a", "colls", "b", "operations", "partitionkeydelete")))
        .isEqualTo("post\ncolls\ndbs/a/colls/b\nd\n\n");
  }

  private static String first(String verb, String path, List<String> segments) {
    return SignedText.of(verb, segments, path).first("D", "");
  }
}
