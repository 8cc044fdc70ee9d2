// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.KeySizeSampling;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.SystemTime;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What operators are told about requests that are over.
class ObservationsTest {
  private static final String HEAT_MAP = AdminBed.CONTAINER + "heatmap";
  private static final String TOP_KEYS = AdminBed.CONTAINER + "top-keys";
  private static final String WORKLOAD = AdminBed.CONTAINER + "workload";

  private final AdminBed bed = new AdminBed();

  @AfterEach
  void close() {
    bed.close();
  }

  /// As a door does it.
  private void create(String key, String id, int bytes) {
    RequestContext context = bed.engine().request();
    byte[] body =
        "{\"id\":\"%s\",\"pk\":\"%s\",\"text\":\"%s\"}"
            .formatted(id, key, "x".repeat(bytes))
            .getBytes(StandardCharsets.UTF_8);
    bed.engine()
        .gateway()
        .create(
            bed.container(),
            bed.container().key(PartitionKey.text(key), id.getBytes(StandardCharsets.UTF_8)),
            new NewItem(StoredItems.fromJson(body), Item.TTL_DEFAULT, true),
            context);
    bed.container().observer().finished(RequestKind.CREATE, null, context);
  }

  private void query(String template) {
    RequestContext context = bed.engine().request();
    context.describe(template);
    bed.container().observer().finished(RequestKind.QUERY, null, context);
  }

  private void second() {
    bed.clock().advance(Duration.ofSeconds(1));
    bed.engine().observe();
  }

  private static List<Value> array(Value.Document document, String name) {
    return ((Value.Array) document.property(name)).elements();
  }

  @Test
  void theHeatMapShowsWhatEachPartitionSpentWhen() {
    Instant start = bed.clock().instant();
    bed.engine().observe();
    create("a", "1", 10);
    second();
    bed.clock().advance(Duration.ofSeconds(29));
    create("a", "2", 10);
    second();
    Value.Document map =
        bed.get(HEAT_MAP + "?from=%s&to=%s&step=10".formatted(start, start.plusSeconds(40)))
            .require(200)
            .json();
    assertThat(map.property("from")).isEqualTo(new Value.Text(start.toString()));
    assertThat(array(map, "partitions")).hasSize(1);
    Value.Document row = (Value.Document) array(map, "partitions").getFirst();
    assertThat(Json.text(row.property("requests"))).isEqualTo("[1,null,null,1]");
    assertThat(Json.text(row.property("throttledRequests"))).isEqualTo("[0,null,null,0]");
    List<Value> units = array(row, "requestUnits");
    assertThat(((Value.Float64) units.getFirst()).value()).isGreaterThan(5);
    assertThat(units.getLast()).isEqualTo(units.getFirst());
    assertThat(array(row, "normalizedPeak").getFirst())
        .isEqualTo(new Value.Float64((float) (((Value.Float64) units.getFirst()).value() / 400)));
    assertThat(array(row, "dataBytes").getLast()).isNotEqualTo(array(row, "dataBytes").getFirst());
  }

  @Test
  void theHeatMapIsOfTheLastHourUnlessAskedOtherwise() {
    Value.Document map = bed.get(HEAT_MAP).require(200).json();
    assertThat(Json.text(map.property("stepSeconds"))).isEqualTo("60");
    assertThat(Instant.parse(bed.get(HEAT_MAP).member("from")))
        .isEqualTo(bed.clock().instant().minus(Duration.ofHours(1)));
    assertThat(array(map, "partitions")).isEmpty();
  }

  @Test
  void timesAndStepsMustBeSuch() {
    assertThat(bed.get(HEAT_MAP + "?from=yesterday").require(400).body()).contains("'from'");
    assertThat(bed.get(HEAT_MAP + "?step=0").require(400).body()).contains("from 1 to 86400");
    String now = bed.clock().instant().toString();
    assertThat(bed.get(HEAT_MAP + "?from=%s&to=%s".formatted(now, now)).require(400).body())
        .contains("before");
    assertThat(bed.get(TOP_KEYS + "?by=size").require(400).body()).contains("ru or bytes");
    assertThat(bed.get(TOP_KEYS + "?count=1001").require(400).body()).contains("'count'");
    bed.get("databases/shop/containers/none/heatmap").require(404);
    bed.get("databases/none/containers/goods/workload").require(404);
  }

  @Test
  void topKeysAreThoseThatTakeMost() {
    create("large", "1", 200_000);
    for (int i = 0; i < 200; i++) {
      create("busy", "b" + i, 10);
    }
    assertThat(bed.get(TOP_KEYS + "?by=bytes&count=1").require(200).body())
        .startsWith(
            "{\"by\":\"bytes\",\"keys\":[{\"partitionKey\":\"[\\\"large\\\"]\",\"items\":1,");
    Value.Document hottest = bed.get(TOP_KEYS + "?count=1").require(200).json();
    Value.Document key = (Value.Document) array(hottest, "keys").getFirst();
    assertThat(key.property("partitionKey")).isEqualTo(new Value.Text("[\"busy\"]"));
    assertThat(Json.text(key.property("partition"))).isEqualTo("0");
    assertThat(((Value.Float64) key.property("requestUnits")).value()).isBetween(500.0, 3000.0);
  }

  @Test
  void keysTellWhenTheyReachTheCapOnceTheirGrowthIsKnown() {
    KeySizeSampling sampling =
        new KeySizeSampling(
            bed.engine().gateway(),
            bed.engine().observatory().keySizes(),
            bed.clock(),
            SystemTime.TICKER);
    create("growing", "1", 1000);
    create("resting", "1", 500);
    sampling.sample();
    bed.clock().advance(Duration.ofMinutes(9));
    assertThat(largest(0).property("growthBytesPerDay")).isEqualTo(Value.Undefined.UNDEFINED);
    create("growing", "2", 1_000_000);
    bed.clock().advance(Duration.ofMinutes(3));
    Value.Document growing = largest(0);
    assertThat(growing.property("partitionKey")).isEqualTo(new Value.Text("[\"growing\"]"));
    assertThat(Json.text(growing.property("growthObservedSeconds"))).isEqualTo("720");
    // A megabyte in twelve minutes makes 120 a day, of 20 GB.
    assertThat(Double.parseDouble(Json.text(growing.property("growthBytesPerDay"))))
        .isBetween(115e6, 125e6);
    Instant day = Instant.parse(((Value.Text) growing.property("reachesCap")).value());
    assertThat(Duration.between(bed.clock().instant(), day).toDays()).isBetween(160L, 190L);
    Value.Document resting = largest(1);
    assertThat(Json.text(resting.property("growthBytesPerDay"))).isEqualTo("0");
    assertThat(resting.property("reachesCap")).isEqualTo(Value.Undefined.UNDEFINED);
  }

  private Value.Document largest(int place) {
    Value.Document answer = bed.get(TOP_KEYS + "?by=bytes").require(200).json();
    return (Value.Document) array(answer, "keys").get(place);
  }

  @Test
  void theWorkloadHasTemplatesAndNoValues() {
    create("secret", "1", 10);
    query("SELECT * FROM c WHERE c.a = @p1");
    query("SELECT * FROM c WHERE c.a = @p1");
    String workload = bed.get(WORKLOAD).require(200).body();
    assertThat(workload)
        .startsWith("{\"recording\":true,\"sampleRate\":1,\"keepHours\":24,")
        .contains("{\"kind\":\"create\",\"requests\":1,")
        .contains(
            "{\"kind\":\"query\",\"template\":\"SELECT * FROM c WHERE c.a = @p1\",\"requests\":2,")
        .doesNotContain("secret");
  }

  @Test
  void metricsAreSummedUpByContainerAndDuration() {
    create("a", "1", 10);
    bed.container()
        .observer()
        .finished(RequestKind.READ, ErrorCode.TOO_MANY_REQUESTS, bed.engine().request());
    assertThat(bed.get("metrics").require(200).body())
        .contains("{\"database\":\"shop\",\"container\":\"goods\",\"api\":\"sql\"")
        .contains("{\"operation\":\"read\",\"status\":\"too-many-requests\",\"requests\":1,")
        .contains("{\"operation\":\"create\",\"status\":\"ok\",\"requests\":1,")
        .contains("{\"api\":\"sql\",\"operation\":\"create\",\"requests\":1,\"meanSeconds\":");
  }
}
