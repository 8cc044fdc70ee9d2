// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.observe.Usage;
import io.orrery.gateway.observe.Workload;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What is known about the requests of this protocol after they are over.
class ObservedRequestsTest {
  private final DoorBed bed = DoorBed.furnished();

  @AfterEach
  void close() {
    bed.close();
  }

  private ContainerUsage usage() {
    int number = bed.engine().plane().requireContainer("shop", "goods").container().number();
    return bed.engine().observatory().usage(number).orElseThrow();
  }

  private List<String> rows() {
    return usage().rows().stream()
        .map(row -> row.kind().label() + " " + row.status() + " " + row.usage().requests())
        .toList();
  }

  private void create(String id) {
    bed.post(DoorBed.DOCS, "{\"id\":\"%s\",\"pk\":\"a\",\"n\":1}".formatted(id), DoorBed.key("a"));
  }

  private void query(String text) {
    bed.post(
            DoorBed.DOCS,
            "{\"query\":\"%s\",\"parameters\":[{\"name\":\"@n\",\"value\":1}]}".formatted(text),
            "x-ms-documentdb-isquery",
            "True",
            "x-ms-documentdb-query-enablecrosspartition",
            "True")
        .require(200);
  }

  @Test
  void everyOperationIsCountedWithItsOutcome() {
    create("1");
    create("1");
    String item = DoorBed.DOCS + "/1";
    bed.get(item, DoorBed.key("a")).require(200);
    bed.get(DoorBed.DOCS + "/2", DoorBed.key("a")).require(404);
    bed.send("PUT", item, "{\"id\":\"1\",\"pk\":\"a\"}", DoorBed.key("a")).require(200);
    bed.send(
            "PATCH",
            item,
            "{\"operations\":[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]}",
            DoorBed.key("a"))
        .require(200);
    bed.get(DoorBed.DOCS).require(200);
    bed.get(DoorBed.DOCS, "A-IM", "Incremental Feed").require(200);
    query("SELECT * FROM c");
    bed.send("DELETE", item, "", DoorBed.key("a")).require(204);
    assertThat(rows())
        .containsExactly(
            "read ok 1",
            "read not-found 1",
            "create ok 1",
            "create conflict 1",
            "replace ok 1",
            "delete ok 1",
            "patch ok 1",
            "query ok 1",
            "read-feed ok 1",
            "change-feed ok 1");
  }

  @Test
  void chargesAreThoseThatClientsAreTold() {
    create("1");
    double told =
        Double.parseDouble(
            bed.get(DoorBed.DOCS + "/1", DoorBed.key("a")).header("x-ms-request-charge"));
    Usage reads =
        usage().rows().stream()
            .filter(row -> row.kind() == RequestKind.READ)
            .findFirst()
            .orElseThrow()
            .usage();
    assertThat(reads.units()).isEqualTo(told);
    assertThat(reads.visits()).isEqualTo(1);
  }

  @Test
  void queriesAreKnownByTemplatesWithoutValues() {
    query("SELECT * FROM c WHERE c.n = 1 AND c.secret = 'hush'");
    query("SELECT *  FROM c WHERE c.n = 22 AND c.secret = 'quiet'");
    query("SELECT * FROM c WHERE c.n = @n");
    create("1");
    bed.engine().observe();
    List<Workload.Entry> entries = usage().workload().entries();
    assertThat(entries)
        .extracting(entry -> entry.template() + " x " + entry.usage().requests())
        .containsExactlyInAnyOrder(
            "SELECT * FROM c WHERE c.n = @p1 AND c.secret = @p2 x 2",
            "SELECT * FROM c WHERE c.n = @n x 1",
            "null x 1");
  }

  @Test
  void queriesSayHowManyPartitionsTheyVisit() {
    bed.engine().plane().split(bed.engine().plane().requireContainer("shop", "goods"), 0, null);
    query("SELECT * FROM c WHERE c.n = 1");
    bed.engine().observe();
    assertThat(usage().workload().entries().getFirst().usage().visits()).isEqualTo(2);
  }

  @Test
  void whatPartitionsSpendIsSampledByKey() {
    for (int i = 0; i < 100; i++) {
      create("hot" + i);
    }
    bed.post(DoorBed.DOCS, "{\"id\":\"1\",\"pk\":\"cold\"}", DoorBed.key("cold")).require(201);
    var container = bed.engine().gateway().container("shop", "goods");
    var hottest = bed.engine().gateway().hottestKeys(container, 1, bed.engine().request());
    assertThat(hottest).hasSize(1);
    assertThat(hottest.getFirst().key()).hasToString("[\"a\"]");
    long spent = bed.engine().gateway().partitions(container).getFirst().spending().thousandths();
    assertThat(hottest.getFirst().thousandths()).isBetween(spent / 2, spent * 3 / 2);
  }
}
