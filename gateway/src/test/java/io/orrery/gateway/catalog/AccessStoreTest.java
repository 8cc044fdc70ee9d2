// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.control.check.CatalogChecker;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.Grant.Target;
import io.orrery.model.catalog.Permission;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.User;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessStoreTest {
  private static final Grant GRANT =
      new Grant(
          true,
          "all",
          "dbs/d/colls/c/docs/1",
          7,
          new Target.OneItem("1"),
          PartitionKey.of(new Value.Text("a"), Value.Undefined.UNDEFINED, new Value.Int64(1)));
  private static final Grant READS =
      new Grant(false, "Read", "dbs/d/colls/c", 7, new Target.WholeContainer(), null);
  private static final Grant EXECUTES =
      new Grant(
          true,
          "All",
          "dbs/d/colls/c/sprocs/p",
          Grant.NO_CONTAINER,
          new Target.OneScript(StoredScript.Kind.STORED_PROCEDURE, "p"),
          PartitionKey.NONE);

  private final StoresBed bed = new StoresBed(Limits.DEFAULT);
  private AccessStore access = bed.access();

  private AccessStore open() {
    bed.restart();
    return bed.access();
  }

  private static void initialize(Store store) {
    var client = new CatalogClient(StoredCatalog.open(store), InstantSource.system());
    client.initialize(new SecureRandom());
  }

  private static void refused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(OrreryException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void keysAreMadeOnceAndRegeneratedOneByOne() {
    AccountKeys first = access.keys();
    for (AccountKeys.Name name : AccountKeys.Name.values()) {
      assertThat(open().keys().key(name)).hasSize(64).isEqualTo(first.key(name));
    }
    bed.access().regenerate(AccountKeys.Name.SECONDARY);
    AccountKeys second = open().keys();
    assertThat(second.key(AccountKeys.Name.SECONDARY))
        .isNotEqualTo(first.key(AccountKeys.Name.SECONDARY));
    assertThat(second.key(AccountKeys.Name.PRIMARY)).isEqualTo(first.key(AccountKeys.Name.PRIMARY));
  }

  /// The log of the last writes is where everything lies until the first flush.
  @Test
  void accountWithAnEmptyLogIsDamagedAndNotNew(@TempDir Path parent) throws IOException {
    Path copy = Files.createDirectory(parent.resolve("copy"));
    Path directory = parent.resolve("store");
    try (Store original = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      initialize(original);
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Path name = file.getFileName();
          if (name.toString().endsWith(".log")) {
            Files.createFile(copy.resolve(name));
          } else {
            Files.copy(file, copy.resolve(name));
          }
        }
      }
    }
    try (Store damaged = RocksStore.open(copy, RocksSettings.DEFAULT)) {
      assertThatThrownBy(() -> initialize(damaged))
          .hasMessageContaining("keys")
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
      assertThat(CatalogChecker.check(damaged, 1).toString()).contains("keys are missing");
    }
  }

  @Test
  void usersAndPermissionsSurviveARestart() {
    User anna = access.createUser(1, "anna");
    Permission permission = access.createPermission(anna, "p", GRANT);
    Permission reads = access.createPermission(anna, "reads", READS);
    Permission executes = access.createPermission(anna, "executes", EXECUTES);
    access = open();
    assertThat(access.users(1)).containsExactly(anna);
    assertThat(access.permissions(anna)).containsExactly(permission, reads, executes);
    assertThat(access.findPermission(1, anna.number(), permission.number())).contains(permission);
    User berta = access.createUser(1, "berta");
    assertThat(berta.number()).isGreaterThan(permission.number());
  }

  @Test
  void namesAreUniqueWhereTheyBelong() {
    User anna = access.createUser(1, "anna");
    User berta = access.createUser(1, "berta");
    assertThat(access.createUser(2, "anna").database()).isEqualTo(2);
    refused(ErrorCode.CONFLICT, () -> access.createUser(1, "anna"));
    refused(ErrorCode.CONFLICT, () -> access.renameUser(berta, "anna"));
    refused(ErrorCode.INVALID_ARGUMENT, () -> access.createUser(1, "a/b"));
    access.createPermission(anna, "p", GRANT);
    access.createPermission(berta, "p", GRANT);
    refused(ErrorCode.CONFLICT, () -> access.createPermission(anna, "p", GRANT));
    assertThat(access.renameUser(anna, "anna").revision()).isEqualTo(2);
  }

  @Test
  void userIsDeletedWithPermissions() {
    User anna = access.createUser(1, "anna");
    Permission permission = access.createPermission(anna, "p", GRANT);
    Permission changed = access.replacePermission(permission, "q", READS);
    assertThat(changed.revision()).isEqualTo(2);
    assertThat(access.findPermission(anna, "q")).contains(changed);
    bed.plane().deleteDatabase("database 1");
    access = open();
    assertThat(access.users(1)).isEmpty();
    assertThat(access.findPermission(1, anna.number(), permission.number())).isEmpty();
    refused(ErrorCode.NOT_FOUND, () -> access.deleteUser(anna));
    refused(ErrorCode.NOT_FOUND, () -> access.deletePermission(permission));
    refused(ErrorCode.NOT_FOUND, () -> access.createPermission(anna, "r", GRANT));
  }
}
