// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.plan.access.ValueCodec;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.query.function.Surroundings;
import io.orrery.query.spatial.Geography;
import io.orrery.query.spatial.Plane;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Queries as bytes: their text, and everything else that compiling them again takes.
final class SqlCodeCodec {
  private static final int EARTH = 0;
  private static final int PLANE = 1;

  private SqlCodeCodec() {}

  static byte[] write(Query query, QuerySettings settings, ItemView view) {
    ByteWriter out = new ByteWriter(256);
    writeText(out, Printer.print(query));
    out.writeVarint(settings.parameters().size());
    new TreeMap<>(settings.parameters())
        .forEach(
            (name, value) -> {
              writeText(out, name);
              ValueCodec.write(out, value);
            });
    out.writeVarint(settings.computedProperties().size());
    new TreeMap<>(settings.computedProperties())
        .forEach(
            (name, each) -> {
              writeText(out, name);
              writeText(out, Printer.print(each));
            });
    Surroundings surroundings = settings.surroundings();
    Instant started = surroundings.started();
    out.writeSignedVarint(started.getEpochSecond()).writeVarint(started.getNano());
    out.writeByte(surroundings.space() == Plane.EUCLIDEAN ? PLANE : EARTH);
    out.writeBlock(settings.userFunctions().encoded()).writeBlock(view.encoded());
    return out.toByteArray();
  }

  /// Fails with CORRUPTED if it is none, or as compiling it does.
  static SqlCode read(byte[] code, SqlHost host) {
    ByteReader in = new ByteReader(code);
    Query query = Parser.parse(readText(in));
    Map<String, Value> parameters = new HashMap<>();
    for (int left = in.readLength(); left > 0; left--) {
      parameters.put(readText(in), ValueCodec.read(in));
    }
    Map<String, Query> computed = new HashMap<>();
    for (int left = in.readLength(); left > 0; left--) {
      computed.put(readText(in), Parser.parse(readText(in)));
    }
    Instant started = Instant.ofEpochSecond(in.readSignedVarint(), in.readVarint());
    Surroundings surroundings =
        host.surroundings(started, in.readByte() == PLANE ? Plane.EUCLIDEAN : Geography.EARTH);
    byte[] functions = in.readBlock();
    byte[] view = in.readBlock();
    in.requireEnd();
    QuerySettings settings =
        new QuerySettings(
            parameters,
            functions.length == 0 ? UserFunctions.NONE : host.functions(functions),
            computed,
            surroundings);
    return new SqlCode(query, settings, host.items(view), CompiledQuery.compile(query, settings));
  }

  private static void writeText(ByteWriter out, String text) {
    out.writeBlock(GeneralisedUtf8.encode(text));
  }

  private static String readText(ByteReader in) {
    byte[] utf8 = in.readBlock();
    return GeneralisedUtf8.decode(utf8, 0, utf8.length);
  }
}
