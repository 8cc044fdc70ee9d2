// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A connection in MongoDB's protocol: one command after the other, each in a message of its own.
final class MongoChannel implements AutoCloseable {
  private static final int OP_MSG = 2013;
  private static final int HEAD_BYTES = 16;

  /// What stands between the head of a message and its document: flags, and the kind of section.
  private static final int PREFIX_BYTES = Integer.BYTES + 1;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  MongoChannel(URI endpoint) throws IOException {
    this.socket = new Socket(endpoint.getHost(), endpoint.getPort());
    socket.setTcpNoDelay(true);
    this.in = new DataInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /// Fails if the server refuses the command.
  ///
  /// @param command as JSON
  Value.Document run(String command) throws IOException {
    return run((Value.Document) Json.parse(command));
  }

  Value.Document run(Value.Document command) throws IOException {
    byte[] document = WireDocument.encode(command);
    byte[] message = new byte[HEAD_BYTES + PREFIX_BYTES + document.length];
    ByteBuffer fields = littleEndian(message);
    fields.putInt(message.length).putInt(1).putInt(0).putInt(OP_MSG);
    fields.putInt(0).put((byte) 0).put(document);
    out.write(message);
    Value.Document answer = WireDocument.decode(answer());
    boolean accepted =
        answer.properties().get("ok") instanceof Value.Float64(double ok)
            && ok == 1
            && !answer.properties().containsKey("writeErrors");
    if (!accepted) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED, "The server refused a command: " + JsonLayout.pretty(answer));
    }
    return answer;
  }

  private byte[] answer() throws IOException {
    byte[] head = in.readNBytes(HEAD_BYTES);
    if (head.length < HEAD_BYTES) {
      throw new IOException("The server closed the connection");
    }
    int length = littleEndian(head).getInt();
    byte[] body = new byte[length - HEAD_BYTES];
    in.readFully(body);
    return Arrays.copyOfRange(body, PREFIX_BYTES, body.length);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
