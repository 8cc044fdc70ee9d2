// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.container.Api;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Users with passwords and roles of their own do what their roles allow, database by database.
class UsersTest {
  private static final int UNAUTHORIZED = 13;

  private static MongoBed bed;
  private static MongoClient root;
  private MongoDatabase shop;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    root = bed.connect("");
  }

  @AfterAll
  static void close() {
    root.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    shop = root.getDatabase("shop");
    shop.runCommand(Document.parse("{insert: 'c', documents: [{_id: 1}]}"));
    root.getDatabase("other").runCommand(Document.parse("{insert: 'c', documents: [{_id: 1}]}"));
  }

  @AfterEach
  void end() {
    shop.drop();
    root.getDatabase("other").drop();
    for (String database : List.of("shop", "other", "admin")) {
      root.getDatabase(database).runCommand(Document.parse("{dropAllUsersFromDatabase: 1}"));
    }
  }

  private void create(String database, String user, String... roles) {
    root.getDatabase(database)
        .runCommand(
            new Document("createUser", user)
                .append("pwd", "secret")
                .append("roles", List.of(roles)));
  }

  private static MongoClient as(String user, String database) {
    return bed.connect(user, "secret", "authSource=" + database);
  }

  private static Document run(MongoClient client, String database, String command) {
    return client.getDatabase(database).runCommand(Document.parse(command));
  }

  private static void refused(MongoClient client, String database, String command) {
    MongoCommandException failure =
        catchThrowableOfType(MongoCommandException.class, () -> run(client, database, command));
    assertThat(failure).as(command).isNotNull();
    assertThat(failure.getErrorCode()).as(command).isEqualTo(UNAUTHORIZED);
    assertThat(failure.getErrorMessage()).contains(database);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCRAM-SHA-1", "SCRAM-SHA-256"})
  void passwordsAreProved(String mechanism) {
    create("shop", "ada", "read");

    String options = "authSource=shop&authMechanism=" + mechanism;
    try (MongoClient ada = bed.connect("ada", "secret", options)) {
      assertThat(run(ada, "shop", "{count: 'c'}").getInteger("n")).isEqualTo(1);
    }
    assertNoEntry("ada", "wrong", options);
    assertNoEntry("ada", "secret", options.replace("shop", "other"));
    assertNoEntry("bob", "secret", options);
  }

  private static void assertNoEntry(String user, String password, String options) {
    try (MongoClient client = bed.connect(user, password, options)) {
      assertThatThrownBy(() -> run(client, "shop", "{count: 'c'}"))
          .isInstanceOf(MongoSecurityException.class);
    }
  }

  @Test
  void passwordsOfManyLettersAreProved() {
    root.getDatabase("shop")
        .runCommand(
            new Document("createUser", "ada")
                .append("pwd", "p\u00e4\u00df\u00adwort\u2168")
                .append("roles", List.of("read")));

    try (MongoClient ada = bed.connect("ada", "p\u00e4\u00df\u00adwort\u2168", "authSource=shop")) {
      assertThat(run(ada, "shop", "{count: 'c'}").getInteger("n")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          read      | {find: 'c'}                                          | true
          read      | {listCollections: 1}                                 | true
          read      | {dbStats: 1}                                         | true
          read      | {insert: 'c', documents: [{_id: 2}]}                 | false
          read      | {aggregate: 'c', cursor: {}, pipeline: []}           | true
          read      | {aggregate: 'c', cursor: {}, pipeline: [{$out: 'd'}]} | false
          read      | {create: 'd'}                                        | false
          read      | {createUser: 'x', pwd: 'x', roles: []}               | false
          read      | {dropDatabase: 1}                                    | false
          readWrite | {find: 'c'}                                          | true
          readWrite | {insert: 'c', documents: [{_id: 2}]}                 | true
          readWrite | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}}]} | true
          readWrite | {delete: 'c', deletes: [{q: {}, limit: 0}]}          | true
          readWrite | {findAndModify: 'c', query: {}, remove: true}        | true
          readWrite | {createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a'}]} | true
          readWrite | {aggregate: 'c', cursor: {}, pipeline: [{$out: 'd'}]} | true
          readWrite | {create: 'd'}                                        | true
          readWrite | {drop: 'c'}                                          | true
          readWrite | {dropDatabase: 1}                                    | false
          readWrite | {usersInfo: 1}                                       | false
          dbAdmin   | {find: 'c'}                                          | false
          dbAdmin   | {insert: 'c', documents: [{_id: 2}]}                 | false
          dbAdmin   | {listIndexes: 'c'}                                   | true
          dbAdmin   | {dropDatabase: 1}                                    | true
          userAdmin | {find: 'c'}                                          | false
          userAdmin | {usersInfo: 1}                                       | true
          userAdmin | {createUser: 'x', pwd: 'x', roles: ['read']}         | true
          dbOwner   | {find: 'c'}                                          | true
          dbOwner   | {dropDatabase: 1}                                    | true
          dbOwner   | {usersInfo: 1}                                       | true
          dbOwner   | {serverStatus: 1}                                    | false
          """)
  void rolesAllowWhatTheySay(String role, String command, boolean allowed) {
    create("shop", "ada", role);
    try (MongoClient ada = as("ada", "shop")) {
      if (allowed) {
        assertThat(run(ada, "shop", command).getDouble("ok")).isEqualTo(1.0);
        if (!command.startsWith("{createUser")) {
          refusedElsewhere(ada, command);
        }
      } else {
        MongoCommandException failure =
            catchThrowableOfType(MongoCommandException.class, () -> run(ada, "shop", command));
        assertThat(failure).as(command).isNotNull();
        assertThat(failure.getErrorCode()).isEqualTo(UNAUTHORIZED);
      }
    }
  }

  private static void refusedElsewhere(MongoClient ada, String command) {
    refused(ada, "other", command);
  }

  @Test
  void pipelinesWriteOnlyWhereTheirUsersMay() {
    create("shop", "ada", "readWrite");
    try (MongoClient ada = as("ada", "shop")) {
      for (String target :
          List.of(
              "{$out: {db: 'other', coll: 'x'}}", "{$merge: {into: {db: 'other', coll: 'x'}}}")) {
        assertThatThrownBy(
                () ->
                    run(
                        ada,
                        "shop",
                        "{aggregate: 'c', cursor: {}, pipeline: [%s]}".formatted(target)))
            .hasMessageContaining("not authorized on other");
      }
    }
  }

  @Test
  void rolesOfAdminReachAllDatabases() {
    create("admin", "reader", "readAnyDatabase");
    create("admin", "watcher", "clusterMonitor");
    create("admin", "boss", "root");
    try (MongoClient reader = as("reader", "admin");
        MongoClient watcher = as("watcher", "admin");
        MongoClient boss = as("boss", "admin")) {
      assertThat(run(reader, "other", "{count: 'c'}").getInteger("n")).isEqualTo(1);
      assertThatThrownBy(() -> run(reader, "other", "{insert: 'c', documents: [{}]}"))
          .hasMessageContaining("not authorized on other");
      assertThat(run(watcher, "admin", "{serverStatus: 1}").getDouble("ok")).isEqualTo(1.0);
      refused(watcher, "other", "{find: 'c'}");
      assertThat(run(boss, "other", "{insert: 'c', documents: [{}]}").getInteger("n")).isOne();
      assertThat(run(boss, "other", "{usersInfo: 1}").getList("users", Document.class)).isEmpty();
    }
    assertThatThrownBy(() -> create("shop", "x", "readAnyDatabase"))
        .hasMessageContaining("Could not find role: readAnyDatabase@shop");
  }

  @Test
  void nobodyGivesRolesOfOtherDatabases() {
    create("shop", "keeper", "userAdmin");
    try (MongoClient keeper = as("keeper", "shop")) {
      assertThatThrownBy(
              () ->
                  run(
                      keeper,
                      "shop",
                      "{createUser: 'x', pwd: 'x', roles: [{role: 'root', db: 'admin'}]}"))
          .hasMessageContaining("not authorized on admin");
      assertThatThrownBy(
              () ->
                  run(
                      keeper,
                      "shop",
                      "{grantRolesToUser: 'keeper', roles: [{role: 'read', db: 'other'}]}"))
          .hasMessageContaining("not authorized on other");
      run(keeper, "shop", "{grantRolesToUser: 'keeper', roles: ['read']}");
      assertThat(run(keeper, "shop", "{count: 'c'}").getInteger("n")).isOne();
    }
  }

  @Test
  void changesHoldForOpenConnections() {
    create("shop", "ada", "read");
    try (MongoClient ada = as("ada", "shop")) {
      refused(ada, "shop", "{insert: 'c', documents: [{}]}");
      shop.runCommand(Document.parse("{grantRolesToUser: 'ada', roles: ['readWrite']}"));
      assertThat(run(ada, "shop", "{insert: 'c', documents: [{}]}").getInteger("n")).isOne();
      shop.runCommand(Document.parse("{revokeRolesFromUser: 'ada', roles: ['readWrite']}"));
      refused(ada, "shop", "{insert: 'c', documents: [{}]}");
      shop.runCommand(Document.parse("{updateUser: 'ada', roles: []}"));
      refused(ada, "shop", "{find: 'c'}");
      shop.runCommand(Document.parse("{dropUser: 'ada'}"));
      assertThatThrownBy(() -> run(ada, "shop", "{find: 'c'}"))
          .hasMessageContaining("requires authentication");
    }
  }

  @Test
  void passwordsChange() {
    create("shop", "ada", "read");
    shop.runCommand(
        Document.parse("{updateUser: 'ada', pwd: 'other', mechanisms: ['SCRAM-SHA-1']}"));

    assertNoEntry("ada", "secret", "authSource=shop");
    assertNoEntry("ada", "other", "authSource=shop&authMechanism=SCRAM-SHA-256");
    try (MongoClient ada = bed.connect("ada", "other", "authSource=shop")) {
      assertThat(run(ada, "shop", "{count: 'c'}").getInteger("n")).isEqualTo(1);
    }
  }

  @Test
  void usersAreListedWithoutTheirSecrets() {
    create("shop", "ada", "read");
    create("other", "bob", "readWrite");
    shop.runCommand(Document.parse("{updateUser: 'ada', customData: {team: 1}}"));

    List<Document> ofShop =
        shop.runCommand(Document.parse("{usersInfo: 1}")).getList("users", Document.class);
    assertThat(ofShop).hasSize(1);
    Document ada = ofShop.getFirst();
    assertThat(ada.keySet())
        .containsExactlyInAnyOrder(
            "_id", "userId", "user", "db", "customData", "roles", "mechanisms");
    assertThat(ada.getString("_id")).isEqualTo("shop.ada");
    assertThat(ada.getList("roles", Document.class))
        .containsExactly(Document.parse("{role: 'read', db: 'shop'}"));
    assertThat(users("{usersInfo: 'ada'}")).containsExactly("ada");
    assertThat(users("{usersInfo: 'bob'}")).isEmpty();
    assertThat(users("{usersInfo: {user: 'bob', db: 'other'}}")).containsExactly("bob");
    assertThat(users("{usersInfo: ['ada', {user: 'bob', db: 'other'}]}"))
        .containsExactly("ada", "bob");
    assertThat(users("{usersInfo: {forAllDBs: true}}")).containsExactly("ada", "bob");
  }

  private List<String> users(String command) {
    return shop.runCommand(Document.parse(command)).getList("users", Document.class).stream()
        .map(user -> user.getString("user"))
        .toList();
  }

  @Test
  void passwordsAreNotKept() {
    shop.runCommand(Document.parse("{createUser: 'ada', pwd: 'never-kept', roles: []}"));

    byte[] stored = bed.engine().gateway().administration().apiProperties(Api.MONGO).content();
    assertThat(new String(stored, StandardCharsets.ISO_8859_1))
        .contains("ada")
        .doesNotContain("never-kept");
  }

  @Test
  void listsHaveWhatUsersMaySee() {
    create("shop", "ada", "read");
    try (MongoClient ada = as("ada", "shop")) {
      assertThat(ada.listDatabaseNames().into(new ArrayList<>())).containsExactly("shop");
      Document status = run(ada, "admin", "{connectionStatus: 1, showPrivileges: true}");
      Document who = status.get("authInfo", Document.class);
      assertThat(who.getList("authenticatedUsers", Document.class))
          .containsExactly(Document.parse("{user: 'ada', db: 'shop'}"));
      assertThat(who.getList("authenticatedUserRoles", Document.class))
          .containsExactly(Document.parse("{role: 'read', db: 'shop'}"));
      assertThat(who.getList("authenticatedUserPrivileges", Document.class)).hasSize(1);
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    create("shop", "ada", "read");
    assertCode("{createUser: 'ada', pwd: 'x', roles: []}", 51003);
    assertCode("{createUser: '%s', pwd: 'x', roles: []}".formatted(MongoBed.USER), 51003);
    assertCode("{createUser: 'b', pwd: 'x', roles: ['nothing']}", 31);
    assertCode("{createUser: 'b', roles: []}", 2);
    assertCode("{createUser: 'b', pwd: 'x', roles: [], mechanisms: ['PLAIN']}", 2);
    assertCode("{createUser: 'b', pwd: 'x', roles: [], digestPassword: false}", 238);
    assertCode("{dropUser: 'b'}", 11);
    assertCode("{updateUser: 'b', pwd: 'x'}", 11);
    assertCode("{grantRolesToUser: 'b', roles: ['read']}", 11);
    assertCode("{createRole: 'r', privileges: [], roles: []}", 238);
    try (MongoClient reader =
        bed.connect(MongoBed.USER, bed.key(AccountKeys.Name.PRIMARY_READ_ONLY), "")) {
      assertThatThrownBy(() -> run(reader, "shop", "{usersInfo: 1}"))
          .hasMessageContaining("read-only");
    }
  }

  private void assertCode(String command, int code) {
    MongoCommandException failure =
        catchThrowableOfType(
            MongoCommandException.class, () -> shop.runCommand(Document.parse(command)));
    assertThat(failure).as(command).isNotNull();
    assertThat(failure.getErrorCode()).as(command).isEqualTo(code);
  }

  @Test
  void rolesAreListed() {
    assertThat(
            shop.runCommand(Document.parse("{rolesInfo: 1, showBuiltinRoles: true}"))
                .getList("roles", Document.class))
        .extracting(role -> role.getString("role"))
        .containsExactly("read", "readWrite", "dbAdmin", "userAdmin", "dbOwner");
    assertThat(
            shop.runCommand(
                    Document.parse(
                        "{rolesInfo: {role: 'root', db: 'admin'}, showPrivileges: true}"))
                .getList("roles", Document.class))
        .singleElement()
        .satisfies(root -> assertThat(root.getList("privileges", Document.class)).hasSize(1));
  }
}
