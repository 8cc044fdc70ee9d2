// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.plan.update.Operation.NewItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the server tells of itself, of its background work and of the requests it serves.
class OperationsTest {
  private final AdminBed bed = new AdminBed();

  @AfterEach
  void close() {
    bed.close();
  }

  private RequestContext create(String key, String id) {
    RequestContext context = bed.engine().request();
    byte[] body =
        "{\"id\":\"%s\",\"pk\":\"%s\"}".formatted(id, key).getBytes(StandardCharsets.UTF_8);
    bed.engine()
        .gateway()
        .create(
            bed.container(),
            bed.container().key(PartitionKey.text(key), id.getBytes(StandardCharsets.UTF_8)),
            new NewItem(StoredItems.fromJson(body), Item.TTL_DEFAULT, true),
            context);
    return context;
  }

  @Test
  void theStatusSaysWhatRunsAndHowMuchThereIs() {
    create("a", "1");
    bed.clock().advance(Duration.ofSeconds(90));
    String status = bed.get("status").require(200).body();
    assertThat(status)
        .startsWith("{\"version\":\"1.2.3\",\"started\":\"")
        .contains("\"uptimeSeconds\":90,\"apis\":[\"sql\"],")
        .contains("\"databases\":1,\"containers\":1,\"partitions\":1,\"items\":1,")
        .endsWith("\"faults\":[]}");
    bed.send(bed.holder(AccountKeys.Name.PRIMARY_READ_ONLY), "GET", "status", "").require(200);
  }

  @Test
  void jobsAreWhatIsNotDoneYet() {
    assertThat(bed.get("jobs").require(200).body()).isEqualTo("{\"jobs\":[]}");
    for (int i = 0; i < 50; i++) {
      create("k" + i, "1");
    }
    assertThat(toldWhen(this::reindex))
        .isEqualTo(
            "{\"jobs\":[{\"kind\":\"reindex\",\"database\":\"shop\",\"container\":\"goods\","
                + "\"partition\":0,\"percent\":0}]}");
    var open = bed.engine().plane().requireContainer("shop", "goods");
    var route = open.routes().all().getFirst();
    while (bed.engine().maintain(route, 1000)) {}
    assertThat(bed.get("jobs").require(200).body()).isEqualTo("{\"jobs\":[]}");
    assertThat(toldWhen(this::split)).contains("\"kind\":\"take-over\"").contains("\"children\":[");
  }

  /// What is told of the work that something makes. The background may have done it before anybody
  /// asks: then there is more of it.
  private String toldWhen(Runnable makesWork) {
    String told = "{\"jobs\":[]}";
    for (int attempt = 0; attempt < 5 && told.equals("{\"jobs\":[]}"); attempt++) {
      makesWork.run();
      told = bed.get("jobs").require(200).body();
    }
    return told;
  }

  private void reindex() {
    var plane = bed.engine().plane();
    var definition = plane.requireContainer("shop", "goods").container().definition();
    boolean none = definition.indexing().equals(IndexingPolicy.NONE);
    plane.replaceContainer(
        "shop", "goods", definition.withIndexing(none ? IndexingPolicy.ALL : IndexingPolicy.NONE));
  }

  private void split() {
    var plane = bed.engine().plane();
    var open = plane.requireContainer("shop", "goods");
    plane.split(open, open.routes().all().getFirst().ordinal(), null);
  }

  @Test
  void requestsAreAStreamOfEvents() {
    var observer = bed.container().observer();
    observer.finished(RequestKind.CREATE, ErrorCode.TOO_MANY_REQUESTS, create("a", "1"));
    String first = bed.get("requests").require(200).body();
    assertThat(first)
        .startsWith("retry: 250\n\nid: 1\nevent: request\ndata: {\"time\":\"")
        .contains("\"api\":\"sql\",\"operation\":\"create\",\"status\":\"too-many-requests\",")
        .contains("\"database\":\"shop\",\"container\":\"goods\",\"partition\":0,")
        .endsWith("\"}\n\n");
    // Whoever looks once sees everything that follows.
    observer.finished(RequestKind.CREATE, null, create("b", "1"));
    assertThat(bed.get("requests?after=1").require(200).body())
        .contains("id: 2\n")
        .contains("\"status\":\"ok\"")
        .doesNotContain("id: 1\n");
    assertThat(bed.get("requests?after=two").require(400).body()).contains("'two'");
  }

  @Test
  void queriesOfOnePartitionKeyCountForIt() {
    var gateway = bed.engine().gateway();
    for (int i = 0; i < 30; i++) {
      create("k" + i, "1");
    }
    var scope = Scope.of(bed.container().key(PartitionKey.text("asked"), new byte[0]));
    for (int i = 0; i < 300; i++) {
      gateway.scanItems(bed.container(), scope, PageRequest.first(10), bed.engine().request());
    }
    assertThat(bed.get("databases/shop/containers/goods/top-keys?count=1").require(200).body())
        .contains("\"partitionKey\":\"[\\\"asked\\\"]\"");
  }
}
