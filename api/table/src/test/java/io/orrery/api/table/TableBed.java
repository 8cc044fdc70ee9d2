// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import io.orrery.api.table.tables.TableCatalog;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.Limits;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.LocalEngine;
import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The door with an engine in memory behind it, and requests that reach its handler as the network
/// hands them over: signed, but without sockets.
public final class TableBed implements AutoCloseable {
  static final String ACCOUNT = "localhost";

  private static final InetSocketAddress CLIENT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  private static final byte[] KEY = Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY);

  private final LocalEngine engine;
  private final TableDoor door;
  private final Credentials credentials;

  /// What requests name as their host.
  String host = "localhost:8902";

  public TableBed() {
    this(LocalEngine.Options.unthrottled(Limits.DEFAULT));
  }

  TableBed(LocalEngine.Options options) {
    this.engine = new LocalEngine(new MemoryStore(), options);
    this.credentials =
        new Credentials(
            engine.gateway().administration().access(), Optional.of(KEY), InstantSource.system());
    this.door =
        new TableDoor(
            engine.gateway(),
            credentials,
            new TableSettings(true, _ -> "http://localhost:8902/", InstantSource.system()));
  }

  /// With some tables.
  static TableBed with(String... tables) {
    TableBed bed = new TableBed();
    for (String table : tables) {
      bed.post("/Tables", "{\"TableName\":\"%s\"}".formatted(table)).require(201);
    }
    return bed;
  }

  LocalEngine engine() {
    return engine;
  }

  TableDoor door() {
    return door;
  }

  Credentials credentials() {
    return credentials;
  }

  /// Halves a partition of a table, once it has copied everything from its parent.
  public void split(String table, int ordinal) {
    engine
        .plane()
        .splitWhenWhole(
            engine.plane().requireContainer(TableCatalog.DATABASE, table),
            ordinal,
            null,
            Duration.ofMinutes(1));
  }

  public Reply get(String target, String... headers) {
    return send("GET", target, "", headers);
  }

  public Reply post(String target, String body, String... headers) {
    return send("POST", target, body, headers);
  }

  /// Signed with the primary key, as SDKs do it.
  ///
  /// @param target as it stands in the first line of the request
  /// @param headers name, value, name, value, …
  public Reply send(String method, String target, String body, String... headers) {
    String date = now();
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    String text = date + "\n/" + ACCOUNT + path + comp(target);
    return raw(
        method,
        target,
        body,
        with(
            headers,
            "x-ms-date",
            date,
            "authorization",
            "SharedKeyLite " + ACCOUNT + ":" + sign(KEY, text)));
  }

  private static String comp(String target) {
    int at = target.indexOf("comp=");
    if (at < 0) {
      return "";
    }
    int end = target.indexOf('&', at);
    return "?" + target.substring(at, end < 0 ? target.length() : end);
  }

  private static String[] with(String[] headers, String... more) {
    String[] all = new String[headers.length + more.length];
    System.arraycopy(headers, 0, all, 0, headers.length);
    System.arraycopy(more, 0, all, headers.length, more.length);
    return all;
  }

  /// A request with these headers and no others.
  Reply raw(String method, String target, String body, String... headers) {
    int mark = target.indexOf('?');
    HttpHeaders.Builder all = HttpHeaders.builder().add("host", host);
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    HttpRequest request =
        new HttpRequest(
            method,
            mark < 0 ? target : target.substring(0, mark),
            mark < 0 ? "" : target.substring(mark + 1),
            all.build(),
            body.getBytes(StandardCharsets.UTF_8),
            new Caller(CLIENT, false));
    return Reply.of(door.answerAtOnce(request).orElseGet(() -> door.handle(request)));
  }

  static String now() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        InstantSource.system().instant().atZone(ZoneOffset.UTC));
  }

  static String sign(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  /// What an error of this protocol says: status and code.
  static String error(Reply reply) {
    int at = reply.body().indexOf("\"code\":\"");
    int end = at < 0 ? -1 : reply.body().indexOf('"', at + 8);
    return reply.status() + (end < 0 ? "" : " " + reply.body().substring(at + 8, end));
  }

  @Override
  public void close() {
    engine.close();
  }
}
