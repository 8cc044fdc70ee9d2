// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.gateway.access.Action.Effect;
import io.orrery.gateway.access.Action.Keys;
import io.orrery.gateway.access.Action.Part;
import io.orrery.gateway.access.Action.UseContainer;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.Grant.Target;
import io.orrery.model.catalog.Permission;
import io.orrery.model.key.PartitionKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RightsTest {
  private static final int CONTAINER = 7;

  private static boolean may(Grant grant, Action action) {
    Permission permission = new Permission(1, 1, 1, "p", 0, 1, grant);
    try {
      Rights.require(new Principal.TokenHolder(permission), () -> action);
      return true;
    } catch (OrreryException refusal) {
      assertThat(refusal.code()).isEqualTo(ErrorCode.FORBIDDEN);
      return false;
    }
  }

  private static Grant all(int container, Target target, @Nullable PartitionKey key) {
    return new Grant(true, "All", "dbs/d/colls/c", container, target, key);
  }

  private static Action read(Part part, PartitionKey... keys) {
    return new UseContainer(Effect.READ, CONTAINER, part, new Keys.Only(List.of(keys)));
  }

  @Test
  void grantForTheBeginningOfAKeyIsForAllBelowIt() {
    Grant grant = all(CONTAINER, new Target.WholeContainer(), PartitionKey.text("a"));
    Part items = new Part.Items();
    assertThat(may(grant, read(items, PartitionKey.text("a")))).isTrue();
    assertThat(may(grant, read(items, PartitionKey.text("a", "b")))).isTrue();
    assertThat(may(grant, read(items, PartitionKey.text("b", "a")))).isFalse();
    Grant longer = all(CONTAINER, new Target.WholeContainer(), PartitionKey.text("a", "b"));
    assertThat(may(longer, read(items, PartitionKey.text("a")))).isFalse();
  }

  @Test
  void everyKeyOfARequestCounts() {
    Grant grant = all(CONTAINER, new Target.WholeContainer(), PartitionKey.text("a"));
    PartitionKey a = PartitionKey.text("a");
    assertThat(may(grant, read(new Part.Items(), a, a))).isTrue();
    assertThat(may(grant, read(new Part.Items(), a, PartitionKey.text("b")))).isFalse();
  }

  @Test
  void itemWithoutKeyIsGrantedOnlyWhereThereAreNoKeys() {
    Grant grant = all(CONTAINER, new Target.OneItem("i"), null);
    assertThat(may(grant, read(new Part.OneItem("i"), PartitionKey.NONE))).isTrue();
    assertThat(may(grant, read(new Part.OneItem("i"), PartitionKey.text("a")))).isFalse();
  }

  @Test
  void grantForNothingAllowsNothing() {
    Grant grant = all(Grant.NO_CONTAINER, new Target.WholeContainer(), null);
    Action missing =
        new UseContainer(Effect.READ, Grant.NO_CONTAINER, new Part.Definition(), new Keys.Any());
    assertThat(may(grant, missing)).isFalse();
    assertThat(may(grant, read(new Part.Items(), PartitionKey.text("a")))).isFalse();
  }

  private static final Action.UseDatabase READ_SHOP =
      new Action.UseDatabase(Privilege.Deed.READ_ITEMS, Optional.of("shop"));

  private static Principal user(Optional<String> database, Privilege.Deed... deeds) {
    return new Principal.User(List.of(new Privilege(database, Set.of(deeds))));
  }

  @Test
  void usersDoWhatTheirPrivilegesSay() {
    Principal reader = user(Optional.of("shop"), Privilege.Deed.READ_ITEMS);
    Principal readerOfAll = user(Optional.empty(), Privilege.Deed.READ_ITEMS);
    var readAll = new Action.UseDatabase(Privilege.Deed.READ_ITEMS, Optional.empty());
    var readOther = new Action.UseDatabase(Privilege.Deed.READ_ITEMS, Optional.of("other"));
    var writeShop = new Action.UseDatabase(Privilege.Deed.WRITE_ITEMS, Optional.of("shop"));

    assertThat(Rights.allow(reader, READ_SHOP)).isTrue();
    assertThat(Rights.allow(reader, writeShop)).isFalse();
    assertThat(Rights.allow(reader, readOther)).isFalse();
    assertThat(Rights.allow(reader, readAll)).isFalse();
    assertThat(Rights.allow(readerOfAll, readOther)).isTrue();
    assertThat(Rights.allow(readerOfAll, readAll)).isTrue();
    Rights.require(reader, () -> READ_SHOP);
    assertThatThrownBy(() -> Rights.require(reader, () -> writeShop))
        .hasMessageContaining("not authorized on shop");
  }

  @Test
  void usersHaveNoRightsOfTheAccount() {
    Principal all = user(Optional.empty(), Privilege.Deed.values());

    assertThatThrownBy(
            () -> Rights.require(all, () -> new Action.HandleSecrets(Action.Effect.READ)))
        .hasMessageContaining("account");
    assertThatThrownBy(
            () -> Rights.require(all, () -> new Action.ManageAccount(Action.Effect.READ)))
        .hasMessageContaining("account");
  }

  @Test
  void readOnlyKeysDoNotHandleUsers() {
    Principal reader = new Principal.KeyHolder(true);
    var users = new Action.UseDatabase(Privilege.Deed.HANDLE_USERS, Optional.of("shop"));

    assertThat(Rights.allow(reader, READ_SHOP)).isTrue();
    assertThat(Rights.allow(reader, users)).isFalse();
    assertThatThrownBy(() -> Rights.require(reader, () -> users)).hasMessageContaining("read-only");
    assertThat(Rights.allow(new Principal.Visitor(), READ_SHOP)).isFalse();
  }
}
