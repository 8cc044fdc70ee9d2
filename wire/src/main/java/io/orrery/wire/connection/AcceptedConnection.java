// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.channel.socket.SocketChannel;

/// A client's socket, accepted and counted.
///
/// @param secure whether it is encrypted
public record AcceptedConnection(SocketChannel channel, Port port, boolean secure) {

  /// Whether its client may go on as it is: plain is not spoken everywhere.
  public boolean isWelcome() {
    return secure || port.plainWelcome();
  }
}
