// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.container.Api;
import io.orrery.testkit.DoorClient.Sender;
import org.junit.jupiter.api.Test;

/// Every request about items is counted once, also one that is refused before anybody knows which
/// container it means.
class CountedRequestsTest {

  @Test
  void refusalsWithoutAContainerAreCountedOnce() {
    try (DoorBed door = DoorBed.furnished()) {
      door.get("/dbs/shop/colls/none/docs").require(404);
      door.send(Sender.NOBODY, "GET", DoorBed.DOCS, "").require(401);
      door.send(Sender.NOBODY, "GET", "/dbs", "").require(401);
      door.get(DoorBed.DOCS).require(200);
      door.get(DoorBed.DOCS + "/none", DoorBed.key("a")).require(404);
      assertThat(door.engine().observatory().others(Api.SQL).rows())
          .extracting(
              ContainerUsage.Row::kind, ContainerUsage.Row::failure, CountedRequestsTest::count)
          .containsExactlyInAnyOrder(
              tuple(RequestKind.READ_FEED, ErrorCode.OWNER_NOT_FOUND, 1L),
              tuple(RequestKind.UNKNOWN, ErrorCode.UNAUTHENTICATED, 2L));
      int goods = door.engine().plane().requireContainer("shop", "goods").container().number();
      assertThat(door.engine().observatory().usage(goods).orElseThrow().rows())
          .extracting(
              ContainerUsage.Row::kind, ContainerUsage.Row::status, CountedRequestsTest::count)
          .containsExactly(
              tuple(RequestKind.READ, "not-found", 1L), tuple(RequestKind.READ_FEED, "ok", 1L));
    }
  }

  private static long count(ContainerUsage.Row row) {
    return row.usage().requests();
  }
}
