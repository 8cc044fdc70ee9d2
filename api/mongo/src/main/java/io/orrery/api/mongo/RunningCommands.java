// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.CommandBody;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/// What is being done for clients at this moment, of all connections.
final class RunningCommands {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private record Running(
      String command, String database, Greetings greetings, RequestContext context) {}

  private final AtomicInteger numbers = new AtomicInteger();
  private final ConcurrentSkipListMap<Integer, Running> running = new ConcurrentSkipListMap<>();

  /// Takes note of a command; gives the number that it has until it is done.
  int begin(CommandBody body, Greetings greetings, RequestContext context) {
    int number = numbers.incrementAndGet() & Integer.MAX_VALUE;
    running.put(number, new Running(body.name(), body.database(), greetings, context));
    return number;
  }

  void end(int number) {
    running.remove(number);
  }

  /// Gives up what has a number; nothing happens if it is done already.
  void kill(int number) {
    Running command = running.get(number);
    if (command != null) {
      command.context().cancel();
    }
  }

  List<Value.Document> all() {
    List<Value.Document> all = new ArrayList<>();
    running.forEach((number, command) -> all.add(document(number, command)));
    return all;
  }

  private static Value.Document document(int number, Running command) {
    long nanos = command.context().elapsedNanos();
    LinkedHashMap<String, Value> asked = new LinkedHashMap<>();
    asked.put(command.command(), new Value.Int32(1));
    asked.put("$db", new Value.Text(command.database()));
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("type", new Value.Text("op"));
    fields.put("connectionId", new Value.Int32(command.greetings().connection()));
    fields.put("client", new Value.Text(command.greetings().clientAddress()));
    fields.put("active", Value.Bool.TRUE);
    fields.put("opid", new Value.Int32(number));
    fields.put("secs_running", new Value.Int64(nanos / NANOS_PER_SECOND));
    fields.put("microsecs_running", new Value.Int64(nanos / NANOS_PER_MICRO));
    fields.put("op", new Value.Text("command"));
    fields.put("ns", new Value.Text(command.database() + ".$cmd"));
    fields.put("command", new Value.Document(asked));
    return new Value.Document(fields);
  }
}
