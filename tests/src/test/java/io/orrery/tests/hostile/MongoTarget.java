// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.mongo.MongoFrames;
import io.orrery.testkit.mongo.ScramClient;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import org.bson.BsonDocument;

/// The MongoDB API's port under attack, and the connections that are left open to it.
final class MongoTarget implements Closeable {
  private static final int LEFT_OPEN_MAX = 100;

  private final URI address;
  private final ScramClient credentials;
  private final LeftOpen open = new LeftOpen(LEFT_OPEN_MAX);

  MongoTarget(ServerProcess server) {
    this.address = server.endpoint("mongo");
    this.credentials = new ScramClient("localhost", server.ready("key"));
  }

  RawConnection connect() throws IOException {
    return new RawConnection(address);
  }

  /// One whose client the server knows.
  RawConnection enter() throws IOException {
    return introduce(connect());
  }

  RawConnection enterAndTakeLittle() throws IOException {
    return introduce(RawConnection.thatTakesLittle(address));
  }

  private RawConnection introduce(RawConnection raw) throws IOException {
    raw.send(credentials.start());
    byte[] challenge = raw.message();
    raw.send(credentials.proof(challenge));
    BsonDocument welcome = MongoFrames.body(raw.message());
    if (welcome.getDouble("ok").getValue() != 1) {
      throw new IllegalStateException("not let in: " + welcome);
    }
    return raw;
  }

  void leaveOpen(RawConnection connection) throws IOException {
    open.add(connection);
  }

  /// What a client that the server knows is answered.
  BsonDocument ask(String command) throws IOException {
    try (RawConnection raw = enter()) {
      return ask(raw, command);
    }
  }

  static BsonDocument ask(RawConnection raw, String command) throws IOException {
    raw.send(MongoFrames.command(BsonDocument.parse(command)));
    return MongoFrames.body(raw.message());
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
