// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a split would do is what it does.
class SplitPreviewTest {
  private static final String PARTITIONS = AdminBed.CONTAINER + "partitions";
  private static final String SPLIT = PARTITIONS + "/0/split";

  private final AdminBed bed = new AdminBed();

  @AfterEach
  void close() {
    bed.close();
  }

  private void create(String key, String id) {
    String item = "{\"id\":\"%s\",\"pk\":\"%s\"}".formatted(id, key);
    bed.post(AdminBed.CONTAINER + "items", Json.text(Json.object().put("document", item).build()))
        .require(200);
  }

  private static List<String> held(Value.Document half) {
    return List.of(
        Json.text(half.property("items")),
        Json.text(half.property("dataBytes")),
        Json.text(half.property("indexBytes")));
  }

  @Test
  void theHalvesHoldWhatWasForetold() {
    for (int i = 0; i < 40; i++) {
      create("key-" + i, "1");
    }
    Value.Document preview = bed.get(SPLIT).require(200).json();
    Value.Document left = (Value.Document) preview.property("left");
    Value.Document right = (Value.Document) preview.property("right");
    assertThat(Integer.parseInt(held(left).getFirst())).isBetween(15, 25);
    Value.Document after =
        bed.post(SPLIT, Json.text(Json.object().put("at", preview.property("at")).build()))
            .require(200)
            .json();
    List<Value> partitions = ((Value.Array) after.property("partitions")).elements();
    assertThat(held((Value.Document) partitions.get(0))).isEqualTo(held(left));
    assertThat(held((Value.Document) partitions.get(1))).isEqualTo(held(right));
    bed.get(SPLIT).require(410);
  }

  @Test
  void aKeyStaysWhole() {
    create("only", "1");
    create("only", "2");
    Value.Document preview = bed.get(SPLIT).require(200).json();
    assertThat(
            List.of(
                held((Value.Document) preview.property("left")).getFirst(),
                held((Value.Document) preview.property("right")).getFirst()))
        .containsExactlyInAnyOrder("2", "0");
  }

  @Test
  void aReadOnlyKeySeesIt() {
    bed.send(bed.holder(AccountKeys.Name.PRIMARY_READ_ONLY), "GET", SPLIT, "").require(200);
    bed.get(PARTITIONS + "/x/split").require(400);
  }
}
