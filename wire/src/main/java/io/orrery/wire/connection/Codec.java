// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;

/// A protocol on a port, with the door that answers in it. The listener has accepted a connection
/// and knows whether it is encrypted; from there on it is the codec's.
public interface Codec {

  /// What is offered in a TLS handshake (ALPN), the most wanted first; empty if clients of this
  /// protocol do not ask.
  List<String> applicationProtocols();

  Patience patience();

  /// Takes over a plain connection that begins with these bytes: puts handlers behind its socket.
  /// False if more bytes are needed to tell which. The bytes are left where they are.
  ///
  /// If the port wants TLS ([Port#plainWelcome]), the client is told so, or only closed.
  boolean beginPlain(AcceptedConnection connection, ByteBuf first);

  /// Takes over a connection after its handshake.
  ///
  /// @param agreed one of [#applicationProtocols]; empty if the client did not ask
  void beginSecure(AcceptedConnection connection, Optional<String> agreed);

  /// What a client is told that is one too many; empty to close without a word. On an event loop.
  Optional<ByteBuf> overload();
}
