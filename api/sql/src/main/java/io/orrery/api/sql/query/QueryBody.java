// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/// A query as clients send it: its text, and the values of its parameters.
///
/// @param parameters by name, with the `@`
public record QueryBody(String text, Map<String, Value> parameters) {
  public QueryBody {
    parameters = Map.copyOf(parameters);
  }

  /// Fails with MALFORMED or INVALID_ARGUMENT if the body is none.
  public static QueryBody parse(SqlRequest request) {
    return of(Members.of(request.json()));
  }

  /// As [#parse], of a body that is read already.
  public static QueryBody of(Members body) {
    Map<String, Value> parameters = new HashMap<>();
    if (body.document().property("parameters").kind() != Value.Kind.NULL) {
      for (Members parameter : body.objects("parameters")) {
        String name = parameter.requireText("name");
        Value value = parameter.document().property("value");
        if (parameters.put(name, value) != null) {
          throw Refusals.invalid(
              "Invalid query. Specified duplicate parameter name '%s'.".formatted(name));
        }
      }
    }
    return new QueryBody(body.requireText("query"), parameters);
  }

  /// The same for the same query, today and after a restart, so that continuations of one fit no
  /// other.
  public long fingerprint() {
    ByteWriter out = new ByteWriter(text.length() + 64);
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    new TreeMap<>(parameters)
        .forEach(
            (name, value) -> {
              out.writeByte(0).writeBytes(name.getBytes(StandardCharsets.UTF_8)).writeByte(0);
              KeyEncoding.write(out, value);
            });
    CRC32C sum = new CRC32C();
    sum.update(out.array(), 0, out.size());
    return sum.getValue();
  }
}
