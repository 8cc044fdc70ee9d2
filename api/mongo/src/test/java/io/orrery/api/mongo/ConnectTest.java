// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterType;
import io.orrery.model.catalog.AccountKeys;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The unmodified Java driver gets in, with every mechanism and compressor, and learns what the
/// server is.
class ConnectTest {
  private static MongoBed bed;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  private static Document run(MongoClient client, String command) {
    return client.getDatabase("admin").runCommand(Document.parse(command));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "authMechanism=SCRAM-SHA-1",
        "authMechanism=SCRAM-SHA-256",
        "replicaSet=globaldb&retrywrites=false&maxIdleTimeMS=120000&appName=@localhost@",
        "directConnection=true",
        "compressors=zlib",
        "compressors=snappy",
        "compressors=zstd",
        "compressors=zstd,snappy,zlib"
      })
  void theDriverConnects(String options) {
    try (MongoClient client = bed.connect(options)) {
      assertThat(run(client, "{ping: 1}").getDouble("ok")).isEqualTo(1.0);
      assertThat(run(client, "{connectionStatus: 1}").toJson()).contains("\"localhost\"");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = AccountKeys.Name.class,
      names = "TOKEN_SECRET",
      mode = EnumSource.Mode.EXCLUDE)
  void eachOfTheFourKeysOpens(AccountKeys.Name name) {
    for (String mechanism : List.of("SCRAM-SHA-1", "SCRAM-SHA-256")) {
      try (MongoClient client =
          bed.connect(MongoBed.USER, bed.key(name), "authMechanism=" + mechanism)) {
        assertThat(run(client, "{hostInfo: 1}").getDouble("ok")).isEqualTo(1.0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCRAM-SHA-1", "SCRAM-SHA-256"})
  void otherKeysAndUsersDoNot(String mechanism) {
    String options = "authMechanism=" + mechanism;
    String secret = bed.key(AccountKeys.Name.TOKEN_SECRET);
    String key = bed.key(AccountKeys.Name.PRIMARY);
    for (List<String> pair :
        List.of(
            List.of(MongoBed.USER, secret), List.of(MongoBed.USER, "x"), List.of("other", key))) {
      try (MongoClient client = bed.connect(pair.getFirst(), pair.getLast(), options)) {
        assertThatThrownBy(() -> run(client, "{ping: 1}"))
            .isInstanceOf(MongoSecurityException.class)
            .rootCause()
            .hasMessageContaining("error 18 (AuthenticationFailed): 'Authentication failed.'");
      }
    }
  }

  @Test
  void aNewKeyTakesThePlaceOfTheOld() {
    try (MongoBed own = new MongoBed()) {
      String old = own.key(AccountKeys.Name.SECONDARY);
      own.credentials().regenerate(AccountKeys.Name.SECONDARY);
      try (MongoClient client = own.connect(MongoBed.USER, old, "")) {
        assertThatThrownBy(() -> run(client, "{ping: 1}"))
            .isInstanceOf(MongoSecurityException.class);
      }
      try (MongoClient client =
          own.connect(MongoBed.USER, own.key(AccountKeys.Name.SECONDARY), "")) {
        assertThat(run(client, "{ping: 1}").getDouble("ok")).isEqualTo(1.0);
      }
    }
  }

  @Test
  void strangersLearnLittle() {
    try (MongoClient client = bed.stranger()) {
      assertThat(run(client, "{ping: 1}").getDouble("ok")).isEqualTo(1.0);
      assertThat(run(client, "{buildInfo: 1}").getString("version")).startsWith("7.0.");
      assertFails(client, "{hostInfo: 1}", 13, "command hostInfo requires authentication");
      assertFails(
          client,
          "{saslStart: 1, mechanism: 'PLAIN', payload: {$binary: {base64: '', subType: '00'}}}",
          334,
          "PLAIN");
      assertFails(
          client,
          "{saslContinue: 1, conversationId: 1, payload: {$binary: {base64: '', subType: '00'}}}",
          18,
          "Authentication failed.");
    }
  }

  private static void assertFails(MongoClient client, String command, int code, String message) {
    assertThatThrownBy(() -> run(client, command))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            failure -> {
              assertThat(failure.getErrorCode()).isEqualTo(code);
              assertThat(failure.getErrorMessage()).contains(message);
            });
  }

  @Test
  void theTopologyIsASetting() {
    try (MongoClient client = bed.connect("")) {
      run(client, "{ping: 1}");
      assertThat(client.getClusterDescription().getType()).isEqualTo(ClusterType.REPLICA_SET);
      assertThat(run(client, "{replSetGetStatus: 1}").getString("set")).isEqualTo("globaldb");
    }
    try (MongoBed sharded = new MongoBed(MongoSettings.Topology.SHARDED);
        MongoClient client = sharded.connect("")) {
      run(client, "{ping: 1}");
      assertThat(client.getClusterDescription().getType()).isEqualTo(ClusterType.SHARDED);
      assertFails(client, "{replSetGetStatus: 1}", 115, "mongos");
    }
  }

  @Test
  void whatShellsAskForAtTheirStart() {
    try (MongoClient client = bed.connect("")) {
      assertThat(run(client, "{getLog: 'startupWarnings'}").getInteger("totalLinesWritten"))
          .isZero();
      assertFails(client, "{getLog: 'x'}", 9, "x");
      assertThat(run(client, "{getParameter: 1, featureCompatibilityVersion: 1}").toJson())
          .contains("7.0");
      assertFails(client, "{getParameter: 1, foo: 1}", 72, "no option found to get");
      assertFails(client, "{atlasVersion: 1}", 59, "no such command: 'atlasVersion'");
      assertThat(run(client, "{whatsmyuri: 1}").getString("you")).startsWith("127.0.0.1:");
      assertThat(run(client, "{listCommands: 1}").toJson()).contains("saslStart");
      assertThat(run(client, "{hello: 1}").getString("me")).isEqualTo("127.0.0.1:" + bed.port());
      assertThat(run(client, "{startSession: 1}").getInteger("timeoutMinutes")).isEqualTo(30);
    }
  }

  @Test
  void whatIsNotUnderstoodIsRefused() {
    try (MongoClient client = bed.connect("")) {
      assertFails(client, "{ping: 1, pong: 1}", 40415, "'ping.pong' is an unknown field");
      assertFails(client, "{hostInfo: 1, apiVersion: '1', apiStrict: true}", 323, "hostInfo");
      assertFails(client, "{ping: 1, apiVersion: '2'}", 322, "API version");
      assertFails(client, "{hello: 1, client: {driver: {name: 'x'}}}", 186, "client metadata");
      MongoDatabase database = client.getDatabase("admin");
      assertThat(database.runCommand(new Document("ping", 1)).containsKey("$clusterTime")).isTrue();
    }
  }
}
