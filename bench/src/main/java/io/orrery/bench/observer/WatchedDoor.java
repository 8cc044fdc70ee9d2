// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.observer;

import io.orrery.api.sql.SqlDoor;
import io.orrery.api.sql.SqlSettings;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.bench.load.Items;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.observe.Observers;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.script.ScriptLimits;
import io.orrery.script.Scripts;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.testkit.DoorClient;
import io.orrery.testkit.DoorClient.Sender;
import io.orrery.testkit.DoorClient.Signed;
import io.orrery.testkit.LocalEngine;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// One engine with two SQL doors: one whose requests are observed, as in the server, and one that
/// nobody watches.
final class WatchedDoor implements AutoCloseable {
  private static final int ITEMS = 1000;
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final Sender OWNER =
      Sender.holder(Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY));
  private static final String CONTAINER = "dbs/bench/colls/items";

  private final LocalEngine engine;
  private final Scripts scripts = new Scripts(ScriptLimits.standard(), SystemTime.TICKER);
  private final SqlDoor observed;
  private final SqlDoor unobserved;
  private final HttpRequest[] reads = new HttpRequest[ITEMS];

  WatchedDoor(Path root) {
    this.engine =
        new LocalEngine(
            RocksStore.open(root.resolve("store"), RocksSettings.DEFAULT),
            LocalEngine.Options.unthrottled(Limits.DEFAULT));
    this.observed = door(engine.gateway());
    this.unobserved =
        door(
            new Gateway(
                engine.plane(),
                engine.gateway().settings(),
                engine.gateway().languages(),
                Observers.NONE));
    fill();
  }

  private SqlDoor door(Gateway gateway) {
    return new SqlDoor(
        gateway,
        scripts,
        new Credentials(
            gateway.administration().access(),
            Optional.of(Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY)),
            SystemTime.CLOCK),
        new SqlSettings(
            true, new AccountAddress(Optional.empty(), false), Optional::empty, SystemTime.CLOCK));
  }

  private void fill() {
    DoorClient client = new DoorClient(observed);
    client
        .send(OWNER, "POST", "/dbs", new Signed("dbs", ""), "{\"id\":\"bench\"}")
        .require(CREATED);
    client
        .send(
            OWNER,
            "POST",
            "/dbs/bench/colls",
            new Signed("colls", "dbs/bench"),
            "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}")
        .require(CREATED);
    for (int i = 0; i < ITEMS; i++) {
      String json = new String(Items.DEFAULT.json(i), StandardCharsets.UTF_8);
      client
          .send(
              OWNER,
              "POST",
              "/" + CONTAINER + "/docs",
              new Signed("docs", CONTAINER),
              json,
              "x-ms-documentdb-partitionkey",
              partitionKey(i))
          .require(CREATED);
      String link = CONTAINER + "/docs/" + Items.id(i);
      reads[i] =
          DoorClient.request(
              OWNER,
              "GET",
              "/" + link,
              new Signed("docs", link),
              "",
              "x-ms-documentdb-partitionkey",
              partitionKey(i));
    }
  }

  private static String partitionKey(int number) {
    return "[\"" + Items.DEFAULT.partitionKey(number) + "\"]";
  }

  void readObserved(int number) {
    read(observed, number);
  }

  void readUnobserved(int number) {
    read(unobserved, number);
  }

  /// As the network asks: first for what can be told at once.
  private void read(SqlDoor door, int number) {
    HttpRequest request = reads[number % ITEMS];
    HttpResponse answer = door.answerAtOnce(request).orElseGet(() -> door.handle(request));
    if (answer.status() != OK) {
      throw new IllegalStateException("a read was answered by " + answer.status());
    }
  }

  /// For a meter that is measured alone.
  static ItemKey anyKey() {
    return ItemKey.of(EffectivePartitionKey.MIN, new byte[16], new byte[16]);
  }

  @Override
  public void close() {
    scripts.close();
    engine.close();
  }
}
