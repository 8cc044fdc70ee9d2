// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import io.orrery.bench.cells.Dialect;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.Items;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// PostgreSQL's protocol: prepared statements, named as the operations are.
public record PostgresRequests(Items items) implements Dialect {

  /// What a connection sends before anything else.
  static List<byte[]> greeting(String user, List<Operation> operations) {
    List<byte[]> greeting = new ArrayList<>();
    greeting.add(PostgresMessages.startup(user));
    var prepare = new ByteArrayOutputStream();
    for (Operation operation : operations) {
      PostgresMessages.prepare(prepare, operation.name(), operation.postgres());
    }
    PostgresMessages.sync(prepare);
    greeting.add(prepare.toByteArray());
    return greeting;
  }

  @Override
  public byte[] read(long number) {
    return execute(Operation.READ, key(number), id(number));
  }

  @Override
  public byte[] insert(long number) {
    return execute(Operation.INSERT, key(number), id(number), items.json(number));
  }

  @Override
  public byte[] replace(long number, byte[] document) {
    return execute(Operation.REPLACE, key(number), id(number), document);
  }

  @Override
  public byte[] ask(Operation query, long number) {
    String parameter = query.parameter(items, number);
    return parameter.isEmpty() ? execute(query) : execute(query, utf8(parameter.replace("\"", "")));
  }

  private static byte[] execute(Operation operation, byte[]... parameters) {
    return PostgresMessages.execute(operation.name(), List.of(parameters));
  }

  private byte[] key(long number) {
    return utf8(items.partitionKey(number));
  }

  private static byte[] id(long number) {
    return utf8(Items.id(number));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
