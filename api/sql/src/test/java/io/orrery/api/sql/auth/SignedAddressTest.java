// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SignedAddressTest {
  @Test
  void textToSignFollowsTheAddress() {
    assertThat(first("GET", "/", List.of())).isEqualTo("get\n\n\nd\n\n");
    assertThat(first("POST", "/dbs", List.of("dbs"))).isEqualTo("post\ndbs\n\nd\n\n");
    assertThat(first("GET", "/dbs/My%20Db", List.of("dbs", "My Db")))
        .isEqualTo("get\ndbs\ndbs/My Db\nd\n\n");
    assertThat(first("GET", "/dbs/A/colls", List.of("dbs", "A", "colls")))
        .isEqualTo("get\ncolls\ndbs/A\nd\n\n");
    assertThat(
            first(
                "GET",
                "/dbs/AAAAAQ==/colls/AAAAAYAAAAE=/pkranges",
                List.of("dbs", "AAAAAQ==", "colls", "AAAAAYAAAAE=", "pkranges")))
        .isEqualTo("get\npkranges\naaaaayaaaae=\nd\n\n");
    assertThat(first("PUT", "/offers/AwAA", List.of("offers", "AwAA")))
        .isEqualTo("put\noffers\nawaa\nd\n\n");
    assertThat(
            first(
                "POST",
                "/dbs/a/colls/b/operations/partitionkeydelete",
                List.of("dbs", "a", "colls", "b", "operations", "partitionkeydelete")))
        .isEqualTo("post\ncolls\ndbs/a/colls/b\nd\n\n");
  }

  private static String first(String verb, String path, List<String> segments) {
    return SignedAddress.of(verb, segments, path).first("D", "");
  }
}
