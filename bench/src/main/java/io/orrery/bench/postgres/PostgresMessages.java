// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a client of PostgreSQL's protocol, version 3, sends.
final class PostgresMessages {
  private static final int PROTOCOL = 3 << 16;
  private static final int LENGTH_BYTES = 4;

  private PostgresMessages() {}

  static byte[] startup(String user) {
    var body = new ByteArrayOutputStream();
    int32(body, PROTOCOL);
    for (String text : List.of("user", user, "database", user, "")) {
      text(body, text);
    }
    var message = new ByteArrayOutputStream();
    int32(message, LENGTH_BYTES + body.size());
    message.writeBytes(body.toByteArray());
    return message.toByteArray();
  }

  /// Has a statement prepared under a name; the types of its parameters follow from it.
  static void prepare(ByteArrayOutputStream out, String name, String statement) {
    var body = new ByteArrayOutputStream();
    text(body, name);
    text(body, statement);
    int16(body, 0);
    message(out, 'P', body);
  }

  /// Carries a prepared statement out and asks for all its rows, all in the form of texts.
  static byte[] execute(String name, List<byte[]> parameters) {
    var bind = new ByteArrayOutputStream();
    text(bind, "");
    text(bind, name);
    int16(bind, 0);
    int16(bind, parameters.size());
    for (byte[] parameter : parameters) {
      int32(bind, parameter.length);
      bind.writeBytes(parameter);
    }
    int16(bind, 0);
    var execute = new ByteArrayOutputStream();
    text(execute, "");
    int32(execute, 0);
    var out = new ByteArrayOutputStream();
    message(out, 'B', bind);
    message(out, 'E', execute);
    sync(out);
    return out.toByteArray();
  }

  /// Ends what is answered together.
  static void sync(ByteArrayOutputStream out) {
    message(out, 'S', new ByteArrayOutputStream());
  }

  private static void message(ByteArrayOutputStream out, char kind, ByteArrayOutputStream body) {
    out.write(kind);
    int32(out, LENGTH_BYTES + body.size());
    out.writeBytes(body.toByteArray());
  }

  private static void text(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    out.write(0);
  }

  private static void int16(ByteArrayOutputStream out, int number) {
    out.write(number >> 8);
    out.write(number);
  }

  private static void int32(ByteArrayOutputStream out, int number) {
    out.writeBytes(ByteBuffer.allocate(LENGTH_BYTES).putInt(number).array());
  }
}
