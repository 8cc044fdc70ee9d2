// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.model.OrreryException;
import io.orrery.wire.http.PercentEncoding;
import org.junit.jupiter.api.Test;

class PathParserTest {
  private static final DatabaseAddress DATABASE = new DatabaseAddress("d");
  private static final ContainerAddress CONTAINER = new ContainerAddress(DATABASE, "c");

  private static ResourcePath parse(String path) {
    return PathParser.parse(PercentEncoding.segments(path));
  }

  @Test
  void slashesAroundAndBetweenDoNotCount() {
    for (String path : new String[] {"/dbs/d/colls/c", "dbs/d/colls/c/", "//dbs//d/colls/c//"}) {
      assertThat(parse(path)).isEqualTo(new ResourcePath.Container(CONTAINER));
    }
    assertThat(parse("/")).isEqualTo(new ResourcePath.Account());
    assertThat(parse("")).isEqualTo(new ResourcePath.Account());
  }

  @Test
  void everyResourceHasItsAddress() {
    assertThat(parse("/dbs")).isEqualTo(new ResourcePath.DatabaseFeed());
    assertThat(parse("/dbs/d/colls")).isEqualTo(new ResourcePath.ContainerFeed(DATABASE));
    assertThat(parse("/dbs/d/colls/c/docs")).isEqualTo(new ResourcePath.ItemFeed(CONTAINER));
    assertThat(parse("/dbs/d/colls/c/docs/1")).isEqualTo(new ResourcePath.Item(CONTAINER, "1"));
    assertThat(parse("/dbs/d/colls/c/pkranges/0"))
        .isEqualTo(new ResourcePath.Range(CONTAINER, "0"));
    assertThat(parse("/dbs/d/colls/c/operations/partitionkeydelete"))
        .isEqualTo(new ResourcePath.PartitionKeyDelete(CONTAINER));
    assertThat(parse("/offers/abcd")).isEqualTo(new ResourcePath.Offer("abcd"));
    for (String path :
        new String[] {
          "/x",
          "/_orrery/api/v1/keys",
          "/dbs/d/x",
          "/dbs/d/colls/c/x",
          "/dbs/d/colls/c/docs/1/attachments"
        }) {
      assertThat(parse(path)).as(path).isEqualTo(new ResourcePath.Unknown());
    }
  }

  @Test
  void idsAreDecodedAfterTheAddressIsCut() {
    assertThat(parse("/dbs/a%2Fb%20%C3%BC+"))
        .isEqualTo(new ResourcePath.Database(new DatabaseAddress("a/b ü+")));
    for (String path : new String[] {"/dbs/%", "/dbs/%2", "/dbs/%zz", "/dbs/%FF"}) {
      assertThatThrownBy(() -> parse(path)).isInstanceOf(OrreryException.class);
    }
  }

  @Test
  void questionMarkBelongsToTheIdsOfItemsAndScriptsOnly() {
    assertThat(PathParser.segments("/dbs/d/colls/c/docs/a", "b%20?c")).endsWith("docs", "a?b ?c");
    assertThat(PathParser.segments("/dbs/d/colls/c/udfs/a", "b")).endsWith("udfs", "a?b");
    assertThat(PathParser.segments("/dbs/d/colls/c", "b")).endsWith("colls", "c");
    assertThat(PathParser.segments("/dbs/d/users/u/permissions/p", "b")).endsWith("p");
  }
}
