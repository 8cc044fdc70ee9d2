// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.door;

import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Rights;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Cell;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.Throughput;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.RowRange;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.update.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The tables behind [ExampleDoor]: a partition key of two columns, `tenant` and `month`; rows
/// clustered by `sensor` and, newest first, by `at`; all other columns are cells, of which the
/// latest write wins. Values compare as in BSON.
final class ExampleTables {
  private static final String DATABASE = "example";
  private static final ValueOrder ORDER = ValueOrder.BSON;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAGE = 100;

  private final Gateway gateway;
  private final InstantSource clock;

  ExampleTables(Gateway gateway, InstantSource clock) {
    this.gateway = gateway;
    this.clock = clock;
  }

  /// Does what a line asks for, if the principal may. Whatever is wrong comes as an exception.
  ///
  /// @param requests makes what each call of the gateway is done for
  List<String> answer(List<String> words, Principal principal, Supplier<RequestContext> requests) {
    return switch (words.getFirst() + " " + words.size()) {
      case "create 2" -> {
        Rights.require(principal, () -> new Action.ManageAccount(Action.Effect.WRITE));
        yield create(words.get(1));
      }
      case "delete 7" ->
          merge(table(words), words, List.of(deletedRow(words)), principal, requests);
      case "delete 6" -> deleteSensor(table(words), words, principal, requests);
      case "scan 5" -> scan(table(words), words, principal, requests);
      case "find 5" -> {
        ContainerHandle table = table(words);
        require(principal, Action.Effect.READ, table, new Action.Keys.Any());
        yield new ExampleFind(gateway, table, requests)
            .run(words.get(2), words.get(3), json(words.get(4)));
      }
      default -> {
        if (!words.getFirst().equals("put") || words.size() < 8) {
          throw new OrreryException(ErrorCode.MALFORMED, "This is no request.");
        }
        yield merge(table(words), words, cells(words), principal, requests);
      }
    };
  }

  private List<String> create(String name) {
    var definition =
        ContainerDefinition.of(Api.CASSANDRA, PartitionKeyDefinition.token("tenant", "month"))
            .withIndexing(IndexingPolicy.ALL.in(ORDER));
    gateway.administration().createContainer(DATABASE, name, definition, Throughput.manual(12_000));
    return List.of();
  }

  private ContainerHandle table(List<String> words) {
    return gateway.container(DATABASE, words.get(1));
  }

  private static void require(
      Principal principal, Action.Effect effect, ContainerHandle table, Action.Keys keys) {
    Rights.require(
        principal,
        () -> new Action.UseContainer(effect, table.number(), new Action.Part.Items(), keys));
  }

  private List<String> merge(
      ContainerHandle table,
      List<String> words,
      List<Cell> cells,
      Principal principal,
      Supplier<RequestContext> requests) {
    PartitionKey partition = partition(words);
    require(principal, Action.Effect.WRITE, table, new Action.Keys.Only(List.of(partition)));
    ItemKey row = table.key(partition, rowKey(words.get(4), number(words.get(5))));
    var outcome = gateway.batch(table, List.of(new Operation.Merge(row, cells)), requests.get());
    if (outcome instanceof BatchOutcome.Failed failed) {
      throw new OrreryException(failed.code(), failed.message());
    }
    return List.of();
  }

  /// All rows of a sensor: those whose keys begin with it.
  private List<String> deleteSensor(
      ContainerHandle table,
      List<String> words,
      Principal principal,
      Supplier<RequestContext> requests) {
    PartitionKey partition = partition(words);
    require(principal, Action.Effect.WRITE, table, new Action.Keys.Only(List.of(partition)));
    ByteWriter sensor = new ByteWriter();
    KeyEncoding.write(sensor, new Value.Text(words.get(4)), ORDER);
    var rows = RowRange.prefix(sensor.toByteArray());
    ItemKey any = table.key(partition, new byte[0]);
    gateway.deleteRows(table, any, rows, number(words.get(5)), requests.get());
    return List.of();
  }

  private Cell deletedRow(List<String> words) {
    return new Cell.Deleted(List.of(), number(words.get(6)), clock.millis());
  }

  private List<Cell> cells(List<String> words) {
    long timestamp = number(words.get(6));
    List<Cell> cells = new ArrayList<>();
    cells.add(new Cell.Live(List.of(), timestamp, Value.Undefined.UNDEFINED, Cell.NEVER));
    for (String word : words.subList(7, words.size())) {
      String[] parts = word.split("=", 2);
      if (parts.length < 2) {
        throw new OrreryException(ErrorCode.MALFORMED, "A cell is a column and a value.");
      }
      Value value = json(parts[1]);
      cells.add(new Cell.Live(List.of(parts[0]), timestamp, value, Cell.NEVER));
    }
    return cells;
  }

  private List<String> scan(
      ContainerHandle table,
      List<String> words,
      Principal principal,
      Supplier<RequestContext> requests) {
    PartitionKey partition = partition(words);
    require(principal, Action.Effect.READ, table, new Action.Keys.Only(List.of(partition)));
    Direction direction = words.get(4).equals("reverse") ? Direction.REVERSE : Direction.FORWARD;
    var scan = new LogicalPartitionScan(table.key(partition, new byte[0]), RowRange.ALL, direction);
    List<String> lines = new ArrayList<>();
    PageRequest next = PageRequest.first(PAGE);
    while (true) {
      Page<Row> page = gateway.scanLogicalPartition(table, scan, next, requests.get());
      page.rows().forEach(row -> lines.add(line(row)));
      if (page.continuation().isEmpty()) {
        return lines;
      }
      next = new PageRequest(PAGE, page.continuation().get());
    }
  }

  RequestContext request() {
    return gateway.request(PATIENCE);
  }

  private static PartitionKey partition(List<String> words) {
    return PartitionKey.text(words.get(2), words.get(3));
  }

  /// The clustering columns, the second one descending.
  private static byte[] rowKey(String sensor, long at) {
    ByteWriter out = new ByteWriter();
    KeyEncoding.write(out, new Value.Text(sensor), ORDER);
    KeyEncoding.writeDescending(out, new Value.Int64(at), ORDER);
    return out.toByteArray();
  }

  /// `<sensor> <at> <cells as JSON>`
  static String line(Row row) {
    ByteReader key = new ByteReader(row.key().rowKey());
    Value sensor = KeyEncoding.read(key, ORDER);
    Value at = KeyEncoding.readDescending(key, ORDER);
    return text(sensor) + " " + text(at) + " " + text(StoredItems.decode(row.item().body()));
  }

  private static String text(Value value) {
    return new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }

  private static Value json(String word) {
    return StoredItems.decode(StoredItems.fromJson(word.getBytes(StandardCharsets.UTF_8)));
  }

  private static long number(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException noNumber) {
      throw new OrreryException(ErrorCode.MALFORMED, "'" + word + "' is no number.", noNumber);
    }
  }
}
