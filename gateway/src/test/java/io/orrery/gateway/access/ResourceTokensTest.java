// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.gateway.catalog.AccessStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.Permission;
import io.orrery.model.catalog.User;
import io.orrery.storage.MemoryStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceTokensTest {
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final AccessStore access = access();
  private final ResourceTokens tokens =
      new Credentials(access, Optional.empty(), () -> now).tokens();

  private AccessStore access() {
    CatalogClient catalog = new CatalogClient(StoredCatalog.open(new MemoryStore()), () -> now);
    catalog.initialize(new SecureRandom());
    catalog.propose(new CatalogCommand.CreateDatabase(0, "database 1", null));
    return new AccessStore(catalog, Limits.DEFAULT, new SecureRandom());
  }

  private static String signature(String token) {
    return token.substring(token.indexOf("sig=") + 4);
  }

  private Permission permission() {
    User user = access.createUser(1, "anna");
    return access.createPermission(
        user,
        "p",
        new Grant(false, "Read", "dbs/d/colls/c", 1, new Grant.Target.WholeContainer(), null));
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
}
