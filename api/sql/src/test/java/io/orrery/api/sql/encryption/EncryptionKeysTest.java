// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.api.sql.protocol.Members;
import io.orrery.model.Limits;
import io.orrery.model.json.Json;
import io.orrery.testkit.DoorClient.Reply;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// `/dbs/{db}/clientencryptionkeys` and one of them.
class EncryptionKeysTest {
  private static final String KEYS = "/dbs/shop/clientencryptionkeys";
  private static final String[] QUERY = {"x-ms-documentdb-isquery", "True"};

  private final DoorBed bed =
      DoorBed.furnished(Limits.DEFAULT.with(Limits.Name.CLIENT_ENCRYPTION_KEYS, 3));

  @AfterEach
  void close() {
    bed.close();
  }

  private static String key(String id, String wrapped) {
    return """
    {"id":"%s","encryptionAlgorithm":"AEAD_AES_256_CBC_HMAC_SHA256",
     "wrappedDataEncryptionKey":"%s",
     "keyWrapMetadata":{"type":"AZURE_KEY_VAULT","name":"cmk","value":"https://vault/1",
                        "algorithm":"RSA-OAEP"}}\
    """
        .formatted(id, wrapped);
  }

  private static List<String> ids(Reply feed) {
    return Members.of(feed.require(200).json()).objects("ClientEncryptionKeys").stream()
        .map(each -> each.requireText("id"))
        .toList();
  }

  @Test
  void aKeyComesBackAsItWasSent() {
    Reply created = bed.post(KEYS, key("k1", "AAEC")).require(201);
    assertThat(created.member("wrappedDataEncryptionKey")).isEqualTo("AAEC");
    assertThat(created.member("encryptionAlgorithm")).isEqualTo("AEAD_AES_256_CBC_HMAC_SHA256");
    assertThat(created.member("keyWrapMetadata"))
        .isEqualTo(
            "{\"type\":\"AZURE_KEY_VAULT\",\"name\":\"cmk\",\"value\":\"https://vault/1\","
                + "\"algorithm\":\"RSA-OAEP\"}");
    String database = bed.get("/dbs/shop").member("_rid");
    String rid = created.member("_rid");
    assertThat(created.member("_self"))
        .isEqualTo("dbs/" + database + "/clientencryptionkeys/" + rid + "/");
    assertThat(bed.get(KEYS + "/k1").require(200).body()).isEqualTo(created.body());
    assertThat(bed.get("/" + created.member("_self")).require(200).body())
        .isEqualTo(created.body());
    assertThat(created.header("etag")).isEqualTo(created.member("_etag"));
  }

  @Test
  void keysAreListedAndQueried() {
    bed.post(KEYS, key("b", "AAEC")).require(201);
    bed.post(KEYS, key("a", "AAEC")).require(201);
    assertThat(ids(bed.get(KEYS))).containsExactly("a", "b");
    Reply first = bed.get(KEYS, "x-ms-max-item-count", "1");
    assertThat(ids(first)).containsExactly("a");
    assertThat(
            ids(
                bed.get(
                    KEYS,
                    "x-ms-max-item-count",
                    "1",
                    "x-ms-continuation",
                    first.header("x-ms-continuation"))))
        .containsExactly("b");
    String query = "{\"query\":\"SELECT * FROM k WHERE k.id = 'b'\"}";
    assertThat(ids(bed.post(KEYS, query, QUERY))).containsExactly("b");
  }

  @Test
  void aKeyIsWrappedAnewByWhoHasItsEtag() {
    Reply created = bed.post(KEYS, key("k1", "AAEC")).require(201);
    String tag = created.member("_etag");
    bed.get(KEYS + "/k1", "If-None-Match", tag).require(304);
    Reply rewrapped =
        bed.send("PUT", KEYS + "/k1", key("k1", "AwQF"), "If-Match", tag).require(200);
    assertThat(rewrapped.member("wrappedDataEncryptionKey")).isEqualTo("AwQF");
    assertThat(rewrapped.member("_rid")).isEqualTo(created.member("_rid"));
    assertThat(rewrapped.member("_etag")).isNotEqualTo(tag);
    bed.send("PUT", KEYS + "/k1", key("k1", "BgcI"), "If-Match", tag).require(412);
    bed.send("PUT", KEYS + "/k1", key("k2", "BgcI")).require(400);
    bed.send("PUT", KEYS + "/none", key("none", "BgcI")).require(404);
    assertThat(bed.get(KEYS + "/k1").body()).isEqualTo(rewrapped.body());
  }

  @Test
  void whatIsNoKeyIsRefused() {
    String good = key("k1", "AAEC");
    for (String bad :
        List.of(
            good.replace("AEAD_AES_256_CBC_HMAC_SHA256", "AES_GCM"),
            good.replace("AAEC", "no base64"),
            good.replace("AAEC", ""),
            good.replace("wrappedDataEncryptionKey", "other"),
            good.replace("keyWrapMetadata", "other"),
            good.replace("\"name\":\"cmk\",", ""),
            good.replace("\"id\":\"k1\",", ""),
            good.replace("\"id\":\"k1\"", "\"id\":\"a/b\""))) {
      bed.post(KEYS, bad).require(400);
    }
    assertThat(ids(bed.get(KEYS))).isEmpty();
  }

  @Test
  void namesAreUniqueAndKeysStay() {
    bed.post(KEYS, key("k1", "AAEC")).require(201);
    bed.post(KEYS, key("k1", "AAEC")).require(409);
    bed.send("DELETE", KEYS + "/k1", "").require(405);
    bed.get(KEYS + "/none").require(404);
    bed.post("/dbs/none/clientencryptionkeys", key("k1", "AAEC")).require(404);
    bed.post(KEYS, key("k2", "AAEC")).require(201);
    bed.post(KEYS, key("k3", "AAEC")).require(201);
    Reply many = bed.post(KEYS, key("k4", "AAEC"));
    assertThat(many.error()).contains("3 client encryption keys");
  }

  @Test
  void theyGoWithTheirDatabase() {
    bed.post(KEYS, key("k1", "AAEC")).require(201);
    bed.send("DELETE", "/dbs/shop", "").require(204);
    bed.post("/dbs", "{\"id\":\"shop\"}").require(201);
    assertThat(ids(bed.get(KEYS))).isEmpty();
    assertThat(Json.text(bed.get(KEYS).json())).contains("\"_count\":0");
  }
}
