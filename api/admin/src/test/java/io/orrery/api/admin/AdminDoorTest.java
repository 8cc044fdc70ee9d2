// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.AccountKeys.Name;
import io.orrery.testkit.DoorClient;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.DoorClient.Sender;
import io.orrery.testkit.DoorClient.Signed;
import io.orrery.wire.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AdminDoorTest {
  private static final AdminBed BED = new AdminBed();
  private static final String PARTITIONS = AdminBed.CONTAINER + "partitions";

  private static final List<String> VIEWS =
      List.of(
          "databases",
          "databases/shop/containers",
          "metrics",
          PARTITIONS,
          AdminBed.CONTAINER + "heatmap",
          AdminBed.CONTAINER + "top-keys",
          AdminBed.CONTAINER + "workload");

  @AfterAll
  static void close() {
    BED.close();
  }

  @Test
  void databasesAndContainersAreListedByName() {
    assertThat(BED.get("databases").require(200).body())
        .isEqualTo("{\"databases\":[{\"name\":\"shop\",\"containers\":1}]}");
    assertThat(BED.get("databases/shop/containers").require(200).body())
        .contains("\"name\":\"goods\",\"api\":\"sql\",\"partitionKeyPaths\":[\"/pk\"]");
    assertThat(error(BED.get("databases/none/containers"), 404))
        .isEqualTo("not-found: There is no database none.");
  }

  @Test
  void aPartitionIsSplitWhereOneSays() {
    try (AdminBed bed = new AdminBed()) {
      assertThat(bed.get(PARTITIONS).require(200).body())
          .contains("\"ordinal\":0", "\"minInclusive\":\"\"", "\"items\":0");
      bed.post(PARTITIONS + "/0/split", "{\"at\":\"10\"}").require(200);
      assertThat(bed.get(PARTITIONS).require(200).body())
          .contains("\"ordinal\":1", "\"maxExclusive\":\"10\"", "\"ordinal\":2")
          .contains("\"parents\":[0]")
          .doesNotContain("\"ordinal\":0");
      assertThat(error(bed.post(PARTITIONS + "/0/split", ""), 410)).contains("no partition 0");
      assertThat(error(bed.post(PARTITIONS + "/1/split", "{\"at\":\"xyz\"}"), 400))
          .contains("hexadecimal");
      assertThat(error(bed.post(PARTITIONS + "/1/split", "{\"at\":1}"), 400)).contains("a string");
      assertThat(error(bed.post(PARTITIONS + "/x/split", ""), 400)).contains("not a number");
    }
  }

  @Test
  void keysAreToldAndReplacedButNotTheSecretOfTokens() {
    try (AdminBed bed = new AdminBed()) {
      Reply keys = bed.get("keys").require(200);
      assertThat(keys.body()).contains("primary", "secondaryReadonly").doesNotContain("token");
      String secondary = keys.member("secondary");
      Sender holder = bed.holder(Name.SECONDARY);
      bed.send(holder, "GET", "databases", "").require(200);
      assertThat(bed.post("keys/secondary/regenerate", "").require(200).member("secondary"))
          .isNotEqualTo(secondary);
      bed.send(holder, "GET", "databases", "").require(401);
      assertThat(error(bed.post("keys/primary/regenerate", ""), 400)).contains("well-known");
      assertThat(error(bed.post("keys/other/regenerate", ""), 400)).contains("tokenSecret");
    }
  }

  @Test
  void connectionStringsNameWhereTheRequestCameTo() {
    String keys = BED.get("keys").require(200).member("primaryReadonly");
    assertThat(BED.get("connection-strings").require(200).body())
        .contains("\"api\":\"sql\",\"key\":\"primary\"")
        .contains("localhost:8081 with " + keys);
  }

  @Test
  void whoHasWhichKeyMaySeeWhat() {
    Sender reader = BED.holder(Name.SECONDARY_READ_ONLY);
    for (String view : VIEWS) {
      BED.send(reader, "GET", view, "").require(200);
    }
    for (String secret : List.of("keys", "connection-strings")) {
      assertThat(error(BED.send(reader, "GET", secret, ""), 403)).startsWith("forbidden");
    }
    BED.send(reader, "POST", "keys/secondary/regenerate", "").require(403);
    BED.send(reader, "POST", PARTITIONS + "/0/split", "").require(403);
    for (String any : List.of("databases", "keys", PARTITIONS, "nowhere")) {
      BED.send(Sender.NOBODY, "GET", any, "").require(401);
      BED.send(Sender.holder("type=resource&ver=1&sig=AAAA;AAAA;"), "GET", any, "").require(401);
    }
  }

  @Test
  void otherAddressesAndMethodsAreRefusedByName() {
    assertThat(error(BED.get("nowhere"), 404)).contains("/_orrery/api/v1/nowhere");
    assertThat(error(BED.get("containers/AAAAAYAAAAE=/partitions"), 404)).startsWith("not-found");
    assertThat(error(BED.get("databases/shop/containers/none/partitions"), 404)).contains("none");
    for (String later : List.of("advisor/analyses", "cluster", "faults")) {
      assertThat(error(BED.get(later), 501)).startsWith("not-supported").contains("yet");
    }
    assertThat(error(BED.post("databases", ""), 405)).contains("use GET");
    assertThat(error(BED.get("databases?a=1&a=2"), 400)).contains("'a' is given twice");
    assertThat(error(BED.get("databases?color=red"), 400)).contains("no parameter 'color'");
    String target = "/_orrery/api/v2/databases";
    Reply other =
        new DoorClient(BED.door())
            .send(AdminBed.OWNER, "GET", target, new Signed("", target.substring(1)), "");
    assertThat(error(other, 404)).contains("v2");
  }

  @Test
  void strangersAreRefusedByTheHeadOfARequest() {
    String target = "/_orrery/api/v1/databases";
    assertThat(BED.door().refuseByHead(request(AdminBed.OWNER, target))).isEmpty();
    assertThat(BED.door().refuseByHead(request(Sender.NOBODY, target)))
        .hasValueSatisfying(refusal -> assertThat(refusal.status()).isEqualTo(401));
  }

  private static HttpRequest request(Sender sender, String target) {
    return DoorClient.request(sender, "POST", target, AdminBed.signed(target), "");
  }

  private static String error(Reply reply, int status) {
    reply.require(status);
    assertThat(reply.member("activityId")).hasSize(36);
    return reply.member("code") + ": " + reply.member("message");
  }
}
