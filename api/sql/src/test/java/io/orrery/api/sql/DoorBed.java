// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.account.AccountAddress;
import io.orrery.api.sql.items.query.QueryHost;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Languages;
import io.orrery.query.lower.SqlLanguage;
import io.orrery.script.ScriptLimits;
import io.orrery.script.Scripts;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.DoorClient;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.DoorClient.Sender;
import io.orrery.testkit.DoorClient.Signed;
import io.orrery.testkit.DoorTransport;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.SqlHttp;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.PercentEncoding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The door with an engine in memory behind it, and requests that reach its handler as the network
/// hands them over: signed, but without sockets.
public final class DoorBed implements AutoCloseable {
  /// A container that tests share if they do not need another.
  public static final String CONTAINER = "/dbs/shop/colls/goods";

  public static final String DOCS = CONTAINER + "/docs";

  private static final byte[] WELL_KNOWN_KEY =
      Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY);

  private final LocalEngine engine;
  private final Scripts scripts = new Scripts(ScriptLimits.standard(), SystemTime.TICKER);
  private final SqlDoor door;
  private final DoorClient client;

  public DoorBed() {
    this(Limits.DEFAULT);
  }

  public DoorBed(Limits limits) {
    this.engine =
        new LocalEngine(
            new MemoryStore(),
            LocalEngine.Options.unthrottled(limits),
            new Languages(
                List.of(new SqlLanguage(new QueryHost(scripts, InstantSource.system())))));
    this.door =
        new SqlDoor(
            engine.gateway(),
            scripts,
            new Credentials(
                engine.gateway().administration().access(),
                Optional.of(WELL_KNOWN_KEY),
                InstantSource.system()),
            new SqlSettings(
                true,
                new AccountAddress(Optional.empty(), false),
                Optional::empty,
                InstantSource.system()));
    this.client = new DoorClient(door);
  }

  /// With the database `shop` and [#CONTAINER], whose partition key is `/pk`.
  public static DoorBed furnished() {
    return furnished(Limits.DEFAULT);
  }

  public static DoorBed furnished(Limits limits) {
    DoorBed bed = new DoorBed(limits);
    bed.post("/dbs", "{\"id\":\"shop\"}").require(201);
    bed.createContainer("{\"id\":\"goods\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}")
        .require(201);
    return bed;
  }

  public LocalEngine engine() {
    return engine;
  }

  /// Halves a partition, once it has copied everything from its parent.
  public void split(String database, String container, int ordinal) {
    engine
        .plane()
        .splitWhenWhole(
            engine.plane().requireContainer(database, container),
            ordinal,
            null,
            Duration.ofMinutes(1));
  }

  /// Requests as [SqlHttp] makes them, signed with the primary key.
  public SqlHttp http() {
    return http(Credentials.WELL_KNOWN_KEY);
  }

  /// Signed with one of the account's own keys.
  public SqlHttp http(AccountKeys.Name name) {
    return http(
        Base64.getEncoder()
            .encodeToString(engine.gateway().administration().access().keys().key(name)));
  }

  /// Signed with a key in base64, which may be none of the account's.
  public SqlHttp http(String key) {
    return new SqlHttp(new DoorTransport(door), key);
  }

  public Reply createContainer(String body) {
    return post("/dbs/shop/colls", body);
  }

  public Reply get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  public Reply post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  /// Sends one request, signed with the primary key over the decoded names in the address, as the
  /// protocol says.
  ///
  /// @param path as it stands in the first line of the request
  /// @param headers name, value, name, value, …
  public Reply send(String method, String path, String body, String... headers) {
    return send(OWNER, method, path, body, headers);
  }

  /// As the former, from somebody else.
  public Reply send(Sender sender, String method, String path, String body, String... headers) {
    return client.send(sender, method, path, signed(path), body, headers);
  }

  /// What the door says to a request.
  ///
  /// @param atOnce what it says at once, if anything
  /// @param later what it says when it may wait
  public record Twice(Optional<Reply> atOnce, Reply later) {}

  /// Reads something at once, and once more with time.
  public Twice readTwice(Sender sender, String path, String... headers) {
    HttpRequest request = DoorClient.request(sender, "GET", path, signed(path), "", headers);
    Optional<Reply> atOnce = door.answerAtOnce(request).map(Reply::of);
    return new Twice(atOnce, Reply.of(door.handle(request)));
  }

  /// Queries a container at once, and once more with time.
  public Twice queryTwice(String query, String... headers) {
    HttpRequest request = query(query, headers);
    Optional<Reply> atOnce = queryAtOnce(query, headers);
    return new Twice(atOnce, Reply.of(door.handle(request)));
  }

  /// What the door says to a query at once, if anything.
  public Optional<Reply> queryAtOnce(String query, String... headers) {
    return door.answerAtOnce(query(query, headers)).map(Reply::of);
  }

  /// @param query the body, with apostrophes for quotation marks
  private static HttpRequest query(String query, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("x-ms-documentdb-isquery", "True"));
    all.addAll(List.of("x-ms-documentdb-query-enablecrosspartition", "True"));
    String body = query.replace('\'', '"');
    return DoorClient.request(OWNER, "POST", DOCS, signed(DOCS), body, all.toArray(String[]::new));
  }

  /// Sends a request without body and with another link in its signature.
  public Reply sendRaw(String method, String target, String link, String... headers) {
    Signed signed = new Signed(signed(target).type(), link);
    return client.send(OWNER, method, target, signed, "", headers);
  }

  /// What the network says in the door's name.
  public Reply refuse(Refusal refusal, HttpHeaders sent) {
    return Reply.of(door.refuse(refusal, sent));
  }

  /// Has the primary key.
  public static final Sender OWNER = Sender.holder(WELL_KNOWN_KEY);

  /// Somebody with one of the account's own keys.
  public Sender holder(AccountKeys.Name name) {
    return Sender.holder(engine.gateway().administration().access().keys().key(name));
  }

  /// A resource by its whole address, a feed by that of its owner; an operation on a container has
  /// the container's.
  private static Signed signed(String target) {
    int mark = target.indexOf('?');
    List<String> segments = PercentEncoding.segments(mark < 0 ? target : target.substring(0, mark));
    int length = target.contains("/operations/") ? 4 : segments.size() - segments.size() % 2;
    String link = String.join("/", segments.subList(0, length));
    if (segments.isEmpty()) {
      return new Signed("", link);
    }
    boolean feed = length == segments.size() - 1;
    return new Signed(feed ? segments.getLast() : segments.get(length - 2), link);
  }

  @Override
  public void close() {
    scripts.close();
    engine.close();
  }

  /// An id as SDKs put it into an address: everything but letters, digits and `-_.~` encoded.
  public static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// The header that says which partition key is meant.
  public static String[] key(String partitionKey) {
    return new String[] {
      "x-ms-documentdb-partitionkey", "[" + Json.text(new Value.Text(partitionKey)) + "]"
    };
  }
}
