// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.Codec;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.conversation.ConversationLimits;
import java.util.List;
import java.util.Optional;

/// Length-framed TCP on a port.
///
/// @param framing how frames begin; a door may change it for each connection
public record FramedCodec(FramedDoor door, Framing framing, ConversationLimits limits)
    implements Codec {

  @Override
  public List<String> applicationProtocols() {
    return List.of();
  }

  @Override
  public Patience patience() {
    return limits.patience();
  }

  /// Where only TLS is spoken, a plain client is closed: there is no word for it that all of these
  /// protocols have.
  @Override
  public boolean beginPlain(AcceptedConnection connection, ByteBuf first) {
    if (connection.isWelcome()) {
      begin(connection);
    } else {
      Closing.close(connection.channel());
    }
    return true;
  }

  @Override
  public void beginSecure(AcceptedConnection connection, Optional<String> agreed) {
    begin(connection);
  }

  private void begin(AcceptedConnection connection) {
    connection
        .channel()
        .pipeline()
        .addLast(new FramedConnection(connection, door, framing, limits).cutter());
  }

  @Override
  public Optional<ByteBuf> overload() {
    return door.overload().map(Unpooled::wrappedBuffer);
  }
}
