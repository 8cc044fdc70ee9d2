// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// `…/items`: who may, what is counted, and what is refused.
class ItemsTest {
  private static final String ITEMS = AdminBed.CONTAINER + "items";

  private final AdminBed bed = new AdminBed();

  @AfterEach
  void close() {
    bed.close();
  }

  private static String body(String document, String etag) {
    return Json.text(Json.object().put("document", document).put("etag", etag).build());
  }

  private static String item(String id, int n) {
    return "{\"id\":\"%s\",\"pk\":\"a\",\"n\":%d}".formatted(id, n);
  }

  private Value.Document only() {
    return (Value.Document)
        ((Value.Array) bed.get(ITEMS).require(200).json().property("items")).elements().getFirst();
  }

  private static String text(Value.Document document, String name) {
    return ((Value.Text) document.property(name)).value();
  }

  @Test
  void itemsAreReadAndWrittenWithTheirEtags() {
    String etag = bed.post(ITEMS, body(item("1", 1), "")).require(200).member("etag");
    assertThat(text(only(), "document")).isEqualTo(item("1", 1));
    assertThat(text(only(), "etag")).isEqualTo(etag);
    assertThat(only().property("editable")).isEqualTo(Value.Bool.TRUE);
    bed.send(AdminBed.OWNER, "PUT", ITEMS, body(item("1", 2), etag)).require(200);
    bed.send(AdminBed.OWNER, "PUT", ITEMS, body(item("1", 3), etag)).require(412);
    bed.send(AdminBed.OWNER, "DELETE", ITEMS, body(item("1", 2), etag)).require(412);
    bed.post(ITEMS, body(item("1", 1), "")).require(409);
    bed.send(AdminBed.OWNER, "DELETE", ITEMS, body(item("1", 2), text(only(), "etag")))
        .require(200);
    assertThat(bed.get(ITEMS).require(200).json().property("items"))
        .isEqualTo(new Value.Array(List.of()));
  }

  @Test
  void pagesGoOnWhereTheyEnded() {
    for (int i = 0; i < 5; i++) {
      bed.post(ITEMS, body(item("i" + i, i), "")).require(200);
    }
    Value.Document first = bed.get(ITEMS + "?count=3").require(200).json();
    assertThat(((Value.Array) first.property("items")).elements()).hasSize(3);
    String next = URLEncoder.encode(text(first, "continuation"), StandardCharsets.UTF_8);
    Value.Document second = bed.get(ITEMS + "?count=3&continuation=" + next).require(200).json();
    assertThat(((Value.Array) second.property("items")).elements()).hasSize(2);
    assertThat(((Value.Float64) first.property("requestUnits")).value()).isPositive();
    assertThat(bed.get(ITEMS + "?filter=i3").require(200).body())
        .contains("i3")
        .doesNotContain("i2");
    bed.get(ITEMS + "?count=0").require(400);
    bed.get("databases/shop/containers/none/items").require(404);
  }

  @Test
  void aReadOnlyKeyReads() {
    var reader = bed.holder(AccountKeys.Name.PRIMARY_READ_ONLY);
    bed.send(reader, "GET", ITEMS, "").require(200);
    bed.send(reader, "POST", ITEMS, body(item("1", 1), "")).require(403);
    bed.send(reader, "PUT", ITEMS, body(item("1", 1), "1.0")).require(403);
    bed.send(reader, "DELETE", ITEMS, body(item("1", 1), "1.0")).require(403);
  }

  @Test
  void whatCannotBeIsRefused() {
    bed.post(ITEMS, "{}").require(400);
    bed.send(AdminBed.OWNER, "PUT", ITEMS, "{\"document\":\"{}\"}").require(400);
    bed.send(AdminBed.OWNER, "PATCH", ITEMS, "").require(405);
    bed.engine()
        .gateway()
        .administration()
        .createContainer(
            "shop",
            "graph",
            ContainerDefinition.of(Api.GREMLIN, PartitionKeyDefinition.hash("/pk")),
            Throughput.manual(400));
    bed.get("databases/shop/containers/graph/items").require(501);
  }

  @Test
  void requestsAreCountedForTheContainer() {
    bed.post(ITEMS, body(item("1", 1), "")).require(200);
    assertThat(bed.get(AdminBed.CONTAINER + "workload").require(200).body()).contains("\"create\"");
  }
}
