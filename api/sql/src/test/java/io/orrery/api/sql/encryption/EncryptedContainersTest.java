// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.encryption;

import static io.orrery.api.sql.DoorBed.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.testkit.DoorClient.Reply;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Containers with a client encryption policy: what policy there can be, and who may write.
class EncryptedContainersTest {
  private static final String DOCS = "/dbs/shop/colls/secret/docs";
  private static final String REFUSAL =
      "400 Collection has ClientEncryptionPolicy set, but the document to be written isn't"
          + " encrypted.";
  private static final String[] ENCRYPTED =
      with(key("p"), "x-ms-cosmos-is-client-encrypted", "True");
  private static DoorBed bed;

  @BeforeAll
  static void furnish() {
    bed = DoorBed.furnished();
    bed.post(
            "/dbs/shop/clientencryptionkeys",
            """
            {"id":"k","encryptionAlgorithm":"AEAD_AES_256_CBC_HMAC_SHA256",
             "wrappedDataEncryptionKey":"AAEC",
             "keyWrapMetadata":{"type":"t","name":"n","value":"v","algorithm":"RSA-OAEP"}}\
            """)
        .require(201);
    create("secret", policy(1, path("/ssn", "k", "Deterministic"))).require(201);
  }

  @AfterAll
  static void clear() {
    bed.close();
  }

  private static String[] with(String[] headers, String... more) {
    return Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new);
  }

  private static String path(String path, String key, String type) {
    return """
    {"path":"%s","clientEncryptionKeyId":"%s","encryptionType":"%s",
     "encryptionAlgorithm":"AEAD_AES_256_CBC_HMAC_SHA256"}\
    """
        .formatted(path, key, type)
        .replace("\n", "")
        .replace(", ", ",");
  }

  private static String policy(int version, String... paths) {
    return "{\"includedPaths\":[%s],\"policyFormatVersion\":%d}"
        .formatted(String.join(",", paths), version);
  }

  private static Reply create(String id, String policy) {
    return create(id, "{\"paths\":[\"/pk\"]}", policy);
  }

  private static Reply create(String id, String partitionKey, String policy) {
    return bed.createContainer(
        "{\"id\":\"%s\",\"partitionKey\":%s,\"clientEncryptionPolicy\":%s}"
            .formatted(id, partitionKey, policy));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | /a | k | Deterministic | versions of client encryption policy are 1 and 2",
        "3 | /a | k | Deterministic | versions of client encryption policy are 1 and 2",
        "1 | a | k | Deterministic | not start with a slash",
        "1 | /a/b | k | Deterministic | Only top-level paths",
        "1 | /a | k | Plaintext | should be either",
        "1 | /a | none | Deterministic | names the key none",
        "1 | /id | k | Deterministic | only supported with policy format version 2",
        "1 | /pk | k | Deterministic | only supported with policy format version 2",
        "1 | /address | k | Deterministic | only supported with policy format version 2",
        "2 | /id | k | Randomized | property must be encrypted using Deterministic",
        "2 | /pk | k | Randomized | Path: /pk which is part of the partition key",
        "2 | /address | k | Randomized | Path: /address which is part of the partition key",
      })
  void whatCannotBeEncryptedSoIsRefused(
      int version, String path, String key, String type, String message) {
    String twoLevels =
        "{\"paths\":[\"/pk\",\"/address/zip\"],\"kind\":\"MultiHash\",\"version\":2}";
    Reply refused = create("x", twoLevels, policy(version, path(path, key, type)));
    assertThat(refused.error()).startsWith("400 ").contains(message);
  }

  @Test
  void aPropertyIsEncryptedInOneWay() {
    String twice = policy(1, path("/a", "k", "Deterministic"), path("/a", "k", "Randomized"));
    assertThat(create("x", twice).error()).startsWith("400 Duplicate path found: /a");
    String other = policy(1, path("/a", "k", "Deterministic").replace("SHA256", "SHA512"));
    assertThat(create("x", other).error()).contains("should be 'AEAD_AES_256_CBC_HMAC_SHA256'");
  }

  @Test
  void addressesAreEncryptedDeterministicallyWithVersionTwo() {
    String policy =
        policy(
            2,
            path("/id", "k", "Deterministic"),
            path("/pk", "k", "Deterministic"),
            path("/free", "k", "Randomized"));
    Reply created = create("addresses", policy).require(201);
    assertThat(created.member("clientEncryptionPolicy")).isEqualTo(policy);
  }

  @Test
  void aPolicyIsForEver() {
    String policy = policy(1, path("/a", "k", "Deterministic"));
    create("kept", policy).require(201);
    String address = "/dbs/shop/colls/kept";
    bed.send("PUT", address, bed.get(address).body()).require(200);
    String left = "{\"id\":\"kept\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":7}";
    Reply replaced = bed.send("PUT", address, left).require(200);
    assertThat(replaced.member("defaultTtl")).isEqualTo("7");
    assertThat(replaced.member("clientEncryptionPolicy")).isEqualTo(policy);
    String other = bed.get(address).body().replace("Deterministic", "Randomized");
    assertThat(bed.send("PUT", address, other).error())
        .isEqualTo("400 The client encryption policy of a container cannot be changed.");
    bed.createContainer("{\"id\":\"plain\",\"partitionKey\":{\"paths\":[\"/pk\"]}}").require(201);
    String added = bed.get(address).body().replace("\"kept\"", "\"plain\"");
    bed.send("PUT", "/dbs/shop/colls/plain", added).require(400);
  }

  @Test
  void onlyClientsThatEncryptWrite() {
    String item = "{\"id\":\"1\",\"pk\":\"p\",\"ssn\":\"cipher\"}";
    assertThat(bed.post(DOCS, item, key("p")).error()).isEqualTo(REFUSAL);
    bed.post(DOCS, item, ENCRYPTED).require(201);
    String[] upsert = {"x-ms-documentdb-is-upsert", "True"};
    assertThat(bed.post(DOCS, item, with(key("p"), upsert)).error()).isEqualTo(REFUSAL);
    bed.post(DOCS, item, with(ENCRYPTED, upsert)).require(200);
    assertThat(bed.send("PUT", DOCS + "/1", item, key("p")).error()).isEqualTo(REFUSAL);
    bed.send("PUT", DOCS + "/1", item, ENCRYPTED).require(200);
    String patch = "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]";
    assertThat(bed.send("PATCH", DOCS + "/1", patch, key("p")).error()).isEqualTo(REFUSAL);
    bed.send("PATCH", DOCS + "/1", patch, ENCRYPTED).require(200);
    bed.get(DOCS + "/1", key("p")).require(200);
    bed.send("DELETE", DOCS + "/1", "", key("p")).require(204);
  }

  @Test
  void batchesThatWriteSayThatTheyEncrypt() {
    String[] batch = {"x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "True"};
    String create =
        "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"b\",\"pk\":\"p\",\"ssn\":\"x\"}}]";
    assertThat(bed.post(DOCS, create, with(key("p"), batch)).error()).isEqualTo(REFUSAL);
    bed.post(DOCS, create, with(ENCRYPTED, batch)).require(200);
    String delete = "[{\"operationType\":\"Delete\",\"id\":\"b\"}]";
    bed.post(DOCS, delete, with(key("p"), batch)).require(200);
  }

  @Test
  void clientsThatEncryptWriteElsewhereToo() {
    bed.post(DoorBed.DOCS, "{\"id\":\"1\",\"pk\":\"p\"}", ENCRYPTED).require(201);
  }

  @Test
  void whoMeansAnotherContainerIsToldSo() {
    String[] intended = {"x-ms-cosmos-intended-collection-rid", "AQAAAIAAAAk="};
    Reply refused = bed.get(DOCS + "/1", with(key("p"), intended)).require(400);
    assertThat(refused.header("x-ms-substatus")).isEqualTo("1024");
  }
}
