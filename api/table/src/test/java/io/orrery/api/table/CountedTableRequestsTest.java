// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.container.Api;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Every request about entities is counted once, also one that is refused before anybody knows
/// which table it means.
class CountedTableRequestsTest {

  @Test
  void refusalsWithoutATableAreCountedOnce() {
    try (TableBed bed = TableBed.with("known")) {
      bed.get("/none()").require(404);
      bed.get("/none(PartitionKey='a',RowKey='b')").require(404);
      bed.post("/none", "{\"PartitionKey\":\"a\",\"RowKey\":\"b\"}").require(404);
      bed.raw("GET", "/known()", "").require(403);
      bed.get("/known()").require(200);
      bed.get("/known(PartitionKey='a',RowKey='b')").require(404);
      Function<ContainerUsage.Row, Long> count = row -> row.usage().requests();
      assertThat(bed.engine().observatory().others(Api.TABLE).rows())
          .extracting(ContainerUsage.Row::kind, ContainerUsage.Row::failure, count)
          .containsExactlyInAnyOrder(
              tuple(RequestKind.QUERY, ErrorCode.NOT_FOUND, 1L),
              tuple(RequestKind.READ, ErrorCode.NOT_FOUND, 1L),
              tuple(RequestKind.CREATE, ErrorCode.NOT_FOUND, 1L),
              tuple(RequestKind.UNKNOWN, ErrorCode.UNAUTHENTICATED, 1L));
      int known = bed.engine().plane().containers().getFirst().container().number();
      assertThat(bed.engine().observatory().usage(known).orElseThrow().rows())
          .extracting(ContainerUsage.Row::kind, ContainerUsage.Row::status, count)
          .containsExactlyInAnyOrder(
              tuple(RequestKind.READ, "not-found", 1L), tuple(RequestKind.QUERY, "ok", 1L));
    }
  }
}
