// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.container.Api;
import java.util.function.Function;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/// Commands about documents are counted, also those that mean no collection.
class CountedCommandsTest {

  @Test
  void commandsWithoutACollectionAreCounted() {
    try (MongoBed bed = new MongoBed();
        MongoClient client = bed.connect("");
        MongoClient stranger = bed.stranger()) {
      var shop = client.getDatabase("shop");
      assertThat(shop.getCollection("none").find().first()).isNull();
      assertThatThrownBy(() -> shop.runCommand(new Document("nonsense", 1)))
          .isInstanceOf(MongoCommandException.class);
      assertThatThrownBy(() -> stranger.getDatabase("shop").getCollection("goods").find().first())
          .isInstanceOf(MongoCommandException.class);
      shop.getCollection("goods").insertOne(new Document("_id", 1));
      Function<ContainerUsage.Row, Long> count = row -> row.usage().requests();
      assertThat(bed.engine().observatory().others(Api.MONGO).rows())
          .extracting(ContainerUsage.Row::kind, ContainerUsage.Row::failure, count)
          .containsExactlyInAnyOrder(
              tuple(RequestKind.QUERY, null, 1L),
              tuple(RequestKind.UNKNOWN, ErrorCode.INVALID_ARGUMENT, 2L));
      int goods = bed.engine().plane().containers().getFirst().container().number();
      assertThat(bed.engine().observatory().usage(goods).orElseThrow().rows())
          .extracting(ContainerUsage.Row::kind, ContainerUsage.Row::status, count)
          .containsExactly(tuple(RequestKind.CREATE, "ok", 1L));
    }
  }
}
