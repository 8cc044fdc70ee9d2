// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.account.AccountAddress;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.PathParser;
import io.orrery.control.catalog.AccountKeys;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.Limits;
import io.orrery.model.value.Value;
import io.orrery.script.ScriptLimits;
import io.orrery.script.Scripts;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.LocalEngine;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The door with an engine in memory behind it, and requests that reach its handler as the network
/// hands them over: signed, but without sockets.
public final class DoorBed implements AutoCloseable {
  /// A container that tests share if they do not need another.
  public static final String CONTAINER = "/dbs/shop/colls/goods";

  public static final String DOCS = CONTAINER + "/docs";

  private static final byte[] WELL_KNOWN_KEY =
      Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY);
  private static final InetSocketAddress CLIENT = InetSocketAddress.createUnresolved("client", 1);

  private final LocalEngine engine;
  private final Scripts scripts = new Scripts(ScriptLimits.standard());
  private final SqlDoor door;

  public DoorBed() {
    this(Limits.DEFAULT);
  }

  public DoorBed(Limits limits) {
    this.engine = new LocalEngine(new MemoryStore(), LocalEngine.Options.unthrottled(limits));
    this.door =
        new SqlDoor(
            engine.plane(),
            engine.gateway(),
            scripts,
            new Credentials(
                engine.plane().access(), Optional.of(WELL_KNOWN_KEY), InstantSource.system()),
            new SqlSettings(
                true,
                new AccountAddress(Optional.empty(), false),
                Optional::empty,
                InstantSource.system()));
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
    return send(sender, method, path, link(path), body, headers);
  }

  /// Sends a request without body and with another link in its signature.
  public Reply sendRaw(String method, String target, String link, String... headers) {
    return send(OWNER, method, target, link, "", headers);
  }

  private Reply send(
      Sender sender, String method, String target, String link, String body, String... headers) {
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            InstantSource.system().instant().atZone(ZoneOffset.UTC));
    HttpHeaders.Builder all =
        HttpHeaders.builder()
            .add("host", "localhost:8081")
            .add("x-ms-date", date)
            .add("x-ms-version", "2020-07-15");
    String authorization = sender.authorization(method, type(path), link, date);
    if (!authorization.isEmpty()) {
      all.add("authorization", URLEncoder.encode(authorization, StandardCharsets.UTF_8));
    }
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    HttpRequest request =
        new HttpRequest(
            method,
            path,
            mark < 0 ? "" : target.substring(mark + 1),
            all.build(),
            body.getBytes(StandardCharsets.UTF_8),
            new Caller(CLIENT, false));
    return Reply.of(door.handle(request));
  }

  /// What the network says in the door's name.
  public Reply refuse(Refusal refusal, HttpHeaders sent) {
    return Reply.of(door.refuse(refusal, sent));
  }

  /// Who sends a request.
  @FunctionalInterface
  public interface Sender {

    /// What stands in the authorization header; empty if there is none.
    String authorization(String method, String type, String link, String date);
  }

  /// Has the primary key.
  public static final Sender OWNER = holder(WELL_KNOWN_KEY);

  /// Has nothing.
  public static final Sender NOBODY = (_, _, _, _) -> "";

  /// Somebody with one of the account's own keys.
  public Sender holder(AccountKeys.Name name) {
    return holder(engine.plane().access().keys().key(name));
  }

  /// Somebody with a resource token.
  public static Sender holder(String token) {
    return (_, _, _, _) -> token;
  }

  private static Sender holder(byte[] key) {
    return (method, type, link, date) ->
        "type=master&ver=1.0&sig=" + signature(key, method, type, link, date);
  }

  /// Our own calls have no type, an operation on a container has the container's.
  private static String type(String path) {
    if (path.startsWith("/_orrery")) {
      return "";
    }
    if (path.contains("/operations/")) {
      return "colls";
    }
    List<String> segments = PathParser.segments(path);
    boolean feed = segments.size() % 2 == 1;
    return segments.isEmpty() ? "" : feed ? segments.getLast() : segments.get(segments.size() - 2);
  }

  private static String link(String path) {
    List<String> segments = PathParser.segments(path);
    int length = segments.size() - segments.size() % 2;
    if (path.startsWith("/_orrery")) {
      length = segments.size();
    } else if (path.contains("/operations/")) {
      length = 4;
    }
    return String.join("/", segments.subList(0, length));
  }

  private static String signature(
      byte[] key, String method, String type, String link, String date) {
    String text =
        "%s\n%s\n%s\n%s\n\n"
            .formatted(method.toLowerCase(Locale.ROOT), type, link, date.toLowerCase(Locale.ROOT));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  @Override
  public void close() {
    scripts.close();
    engine.close();
  }

  /// What the client got.
  public record Reply(int status, HttpHeaders headers, String body) {
    private static Reply of(HttpResponse response) {
      byte[] bytes = new byte[response.body().remaining()];
      response.body().duplicate().get(bytes);
      return new Reply(
          response.status(), response.headers(), new String(bytes, StandardCharsets.UTF_8));
    }

    /// Fails the test if the status is another.
    public Reply require(int expected) {
      if (status != expected) {
        throw new AssertionError("%d instead of %d: %s".formatted(status, expected, body));
      }
      return this;
    }

    /// The value of a header; empty if it is not there.
    public String header(String name) {
      return headers.find(name).orElse("");
    }

    public boolean hasHeader(String name) {
      return headers.find(name).isPresent();
    }

    public Value.Document json() {
      return (Value.Document) Json.parse(body);
    }

    /// A member of the body as text: strings as they are, everything else as JSON.
    public String member(String name) {
      return text(json().property(name));
    }

    /// The status and what the error's message says, before the activity id.
    public String error() {
      String message = member("message");
      return status + " " + message.substring(0, message.indexOf("\r\nActivityId"));
    }

    /// One member of each of the documents in a feed.
    public List<String> all(String member) {
      return ((Value.Array) json().property("Documents"))
          .elements().stream()
              .map(each -> text(((Value.Document) each).property(member)))
              .collect(Collectors.toList());
    }

    private static String text(Value value) {
      return value instanceof Value.Text(String text) ? text : Json.text(value);
    }
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
