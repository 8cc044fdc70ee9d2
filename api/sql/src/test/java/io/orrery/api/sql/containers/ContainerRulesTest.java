// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.testkit.DoorClient.Reply;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a container's definition may say.
class ContainerRulesTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static DoorBed bed;

  @BeforeAll
  static void furnish() {
    bed = DoorBed.furnished();
  }

  @AfterAll
  static void clear() {
    bed.close();
  }

  private static Reply create(String more) {
    return bed.createContainer(
        "{\"id\":\"c%d\",\"partitionKey\":{\"paths\":[\"/pk\"]},%s}"
            .formatted(NUMBER.incrementAndGet(), more));
  }

  @Test
  void timeToLiveIsNoNull() {
    assertThat(create("\"defaultTtl\":null").error()).startsWith("400 ").contains("defaultTtl");
    create("\"defaultTtl\":-1").require(201);
  }

  @ParameterizedTest
  @CsvSource({
    "Geometry,true,201",
    "Geometry,false,400",
    "Geography,true,400",
    "Geography,false,201"
  })
  void spatialIndexesFitTheGeospatialType(String type, boolean box, int status) {
    String corners = box ? ",\"boundingBox\":{\"xmin\":0,\"ymin\":0,\"xmax\":9,\"ymax\":9}" : "";
    create(
            """
            "geospatialConfig":{"type":"%s"},
            "indexingPolicy":{"spatialIndexes":[{"path":"/a/*","types":["Point"]%s}]}
            """
                .formatted(type, corners))
        .require(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        // The etag is excluded where nothing is said about it, once.
        "[{\"path\":\"/*\"}] | [] | [{\"path\":\"/\\\"_etag\\\"/?\"}]",
        "[{\"path\":\"/*\"}] | [{\"path\":\"/_etag/?\"}] | [{\"path\":\"/_etag/?\"}]",
        "[{\"path\":\"/*\"}] | [{\"path\":\"/\\\"_etag\\\"/?\"}] |"
            + " [{\"path\":\"/\\\"_etag\\\"/?\"}]",
        "[{\"path\":\"/\\\"_etag\\\"/?\"}] | [{\"path\":\"/*\"}] | [{\"path\":\"/*\"}]",
      })
  void etagIsExcludedOnceAndUnlessIncluded(String included, String excluded, String shown) {
    Reply reply =
        create(
                "\"indexingPolicy\":{\"includedPaths\":%s,\"excludedPaths\":%s}"
                    .formatted(included, excluded))
            .require(201);
    assertThat(reply.member("indexingPolicy")).contains("\"excludedPaths\":" + shown);
  }

  @Test
  void creatingOneBeginsASession() {
    Reply reply = create("\"defaultTtl\":5").require(201);
    assertThat(reply.header("x-ms-session-token")).matches("0:-1#\\d+");
    assertThat(reply.header("x-ms-alt-content-path")).isEqualTo("dbs/shop");
  }
}
