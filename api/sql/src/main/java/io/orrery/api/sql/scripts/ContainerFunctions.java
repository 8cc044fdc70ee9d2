// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.scripts;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.script.FunctionCalls;
import io.orrery.script.Script;
import io.orrery.script.Scripts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;

/// The user-defined functions of a container, for one query. Where the query goes, the functions it
/// calls go along.
public final class ContainerFunctions implements UserFunctions, AutoCloseable {
  private final Function<String, Script> find;
  private final FunctionCalls calls;
  private final Set<String> expected = new TreeSet<>();

  ContainerFunctions(Scripts scripts, Function<String, Script> find) {
    this.find = find;
    this.calls = scripts.functions(find);
  }

  @Override
  public void expect(String name) {
    expected.add(name);
  }

  @Override
  public Value call(String name, List<Value> arguments) {
    return calls.call(name, arguments);
  }

  /// As [FunctionCalls#compute].
  public <T> T compute(Duration patience, Callable<T> work) {
    return calls.compute(patience, work);
  }

  @Override
  public byte[] encoded() {
    ByteWriter out = new ByteWriter(256);
    for (String name : expected) {
      Script script = find.apply(name);
      for (String part : List.of(name, script.id(), script.version(), script.body())) {
        out.writeBlock(part.getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }

  /// The functions that came along with a query. Nobody knows there when the query ends.
  public static UserFunctions decode(byte[] encoded, Scripts scripts) {
    Map<String, Script> known = new HashMap<>();
    ByteReader in = new ByteReader(encoded);
    while (in.hasRemaining()) {
      known.put(text(in), new Script(text(in), text(in), text(in)));
    }
    FunctionCalls calls =
        scripts.functionsOfGuest(each -> QueryFunctions.require(known.get(each), each));
    return calls::call;
  }

  private static String text(ByteReader in) {
    return new String(in.readBlock(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    calls.close();
  }
}
