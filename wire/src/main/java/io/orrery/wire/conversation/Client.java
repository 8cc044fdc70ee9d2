// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import java.net.InetSocketAddress;

/// The client on the other end of a connection, as its door sees it. All of this may be called by
/// any thread.
public interface Client<M> {

  /// What became of a message.
  enum Sent {
    /// It is on its way.
    AWAY,
    /// It was dropped: it is large, and too much is held for clients already. Say something short.
    NO_ROOM,
    /// It was dropped: nobody is there to read it.
    GONE
  }

  InetSocketAddress address();

  /// Where the client found us, which is not everything that is listened on.
  InetSocketAddress localAddress();

  /// Whether it came over TLS.
  boolean secure();

  /// The door knows who this is. The client may send large messages from now on, several at once if
  /// the limits say so, and is not the first to go when there are too many connections.
  void recognise();

  /// Sends a message as a whole. Waits while the client has not taken what was sent before, but not
  /// longer than [io.orrery.wire.connection.Patience#answer]. What it holds must not change any
  /// more.
  Sent send(M message);

  /// Ends the connection once everything is sent. Nothing more is received.
  void close();
}
