// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.testkit.DoorClient;
import io.orrery.testkit.DoorClient.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PermissionsTest {
  private static final String USERS = "/dbs/shop/users";
  private static final String PERMISSIONS = USERS + "/anna/permissions";
  private static final String[] UPSERT = {"x-ms-documentdb-is-upsert", "True"};
  private static final String LATER =
      "{\"id\":\"later\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}";

  private final DoorBed bed = DoorBed.furnished();

  @BeforeEach
  void makeUser() {
    bed.post(USERS, "{\"id\":\"anna\"}").require(201);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private static String permission(String mode, String resource) {
    return "{\"id\":\"p\",\"permissionMode\":\"%s\",\"resource\":\"%s\"}".formatted(mode, resource);
  }

  private int read(Reply permission, String path) {
    return bed.send(
            DoorClient.Sender.holder(permission.member("_token")),
            "GET",
            path,
            "",
            DoorBed.key("a"))
        .status();
  }

  @Test
  void modeComesBackAsItWasSent() {
    Reply made = bed.post(PERMISSIONS, permission("read", "dbs/shop/colls/goods")).require(201);
    assertThat(made.member("permissionMode")).isEqualTo("read");
    assertThat(read(made, DoorBed.DOCS)).isEqualTo(200);
    Reply changed =
        bed.send("PUT", PERMISSIONS + "/p", permission("all", "dbs/shop/colls/goods")).require(200);
    assertThat(changed.member("permissionMode")).isEqualTo("all");
    assertThat(bed.get(PERMISSIONS + "/p").member("permissionMode")).isEqualTo("all");
    bed.post(PERMISSIONS, permission("some", "dbs/shop/colls/goods")).require(400);
  }

  @Test
  void partitionKeyComesBackAsItWasSent() {
    String body =
        """
        {"id":"k","permissionMode":"All","resource":"dbs/shop/colls/goods",
         "resourcePartitionKey":[1,"x",null,{},true,2.5]}\
        """;
    bed.post(PERMISSIONS, body).require(201);
    assertThat(bed.get(PERMISSIONS + "/k").member("resourcePartitionKey"))
        .isEqualTo("[1,\"x\",null,{},true,2.5]");
  }

  @Test
  void upsertReplacesUsersAndPermissions() {
    String etag = bed.get(USERS + "/anna").member("_etag");
    bed.post(USERS, "{\"id\":\"anna\"}").require(409);
    Reply same = bed.post(USERS, "{\"id\":\"anna\"}", UPSERT).require(200);
    assertThat(same.member("_etag")).isNotEqualTo(etag);
    bed.post(USERS, "{\"id\":\"berta\"}", UPSERT).require(201);

    Reply made =
        bed.post(PERMISSIONS, permission("Read", "dbs/shop/colls/goods"), UPSERT).require(201);
    bed.post(PERMISSIONS, permission("All", "dbs/shop/colls/goods")).require(409);
    bed.post(
            PERMISSIONS,
            permission("All", "dbs/shop/colls/goods"),
            "x-ms-documentdb-is-upsert",
            "True",
            "If-Match",
            "\"never\"")
        .require(412);
    Reply changed =
        bed.post(PERMISSIONS, permission("All", "dbs/shop/colls/goods"), UPSERT).require(200);
    assertThat(changed.member("_rid")).isEqualTo(made.member("_rid"));
    assertThat(changed.member("permissionMode")).isEqualTo("All");
  }

  @Test
  void permissionForNothingAllowsNothingAlsoWhenItsNameIsTaken() {
    Reply early = bed.post(PERMISSIONS, permission("All", "dbs/shop/colls/later")).require(201);
    assertThat(read(early, "/dbs/shop/colls/later")).isEqualTo(403);
    bed.createContainer(LATER).require(201);
    assertThat(read(early, "/dbs/shop/colls/later")).isEqualTo(403);
    assertThat(read(early, "/dbs/shop/colls/later/docs")).isEqualTo(403);
    Reply again =
        bed.post(PERMISSIONS, permission("All", "dbs/shop/colls/later"), UPSERT).require(200);
    assertThat(read(again, "/dbs/shop/colls/later/docs")).isEqualTo(200);
    // A token refers to its permission, which has found its container now.
    assertThat(read(early, "/dbs/shop/colls/later/docs")).isEqualTo(200);
  }

  @Test
  void permissionEndsWithItsContainer() {
    bed.createContainer(LATER).require(201);
    Reply made = bed.post(PERMISSIONS, permission("All", "dbs/shop/colls/later")).require(201);
    assertThat(read(made, "/dbs/shop/colls/later/docs")).isEqualTo(200);
    bed.send("DELETE", "/dbs/shop/colls/later", "").require(204);
    bed.createContainer(LATER).require(201);
    assertThat(read(made, "/dbs/shop/colls/later/docs")).isEqualTo(403);
  }

  @Test
  void permissionForAnItemIsForTheOneWithItsIdAndKey() {
    String body =
        """
        {"id":"p","permissionMode":"Read","resource":"dbs/shop/colls/goods/docs/i",
         "resourcePartitionKey":["a"]}\
        """;
    Reply made = bed.post(PERMISSIONS, body).require(201);
    assertThat(read(made, DoorBed.DOCS + "/i")).isEqualTo(404);
    bed.post(DoorBed.DOCS, "{\"id\":\"i\",\"pk\":\"a\"}", DoorBed.key("a")).require(201);
    assertThat(read(made, DoorBed.DOCS + "/i")).isEqualTo(200);
    assertThat(read(made, DoorBed.DOCS + "/j")).isEqualTo(403);
  }

  @Test
  void idThatLooksLikeARidDoesNotLeadToTheItemWithThatRid() {
    Reply secret =
        bed.post(DoorBed.DOCS, "{\"id\":\"secret\",\"pk\":\"a\"}", DoorBed.key("a")).require(201);
    String rid = secret.member("_rid");
    String self = secret.member("_self").replaceAll("/$", "");
    String body =
        """
        {"id":"p","permissionMode":"Read","resource":"%s","resourcePartitionKey":["a"]}\
        """;
    Reply named =
        bed.post(PERMISSIONS, body.formatted("dbs/shop/colls/goods/docs/" + rid)).require(201);
    assertThat(read(named, DoorBed.DOCS + "/" + rid)).isEqualTo(404);
    assertThat(read(named, "/" + self)).isEqualTo(403);
    Reply byRids = bed.post(PERMISSIONS, body.formatted(self), UPSERT).require(200);
    assertThat(read(byRids, "/" + self)).isEqualTo(200);
    assertThat(read(byRids, DoorBed.DOCS + "/" + rid)).isEqualTo(403);
  }
}
