// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import org.jspecify.annotations.Nullable;

/// What all connections of a port share.
///
/// @param plainWelcome false where only TLS is spoken
public record Port(OpenConnections connections, TrafficBudget budget, boolean plainWelcome) {

  /// Keeps an answer in the budget until its client has taken it. Most small ones are taken at
  /// once: they fit into the socket's buffer and are not counted at all.
  ///
  /// @param holding what the answer holds of the budget already
  /// @param channel closed if the client is so slow that others need the room
  public void keepUntilTaken(
      ChannelFuture written, TrafficBudget.@Nullable Holding holding, int bytes, Channel channel) {
    if (written.isDone()) {
      if (holding != null) {
        holding.release();
      }
      return;
    }
    TrafficBudget.Holding kept;
    if (holding == null) {
      kept = budget.holdUntaken(bytes, () -> Closing.slow(channel));
    } else {
      kept = holding;
      kept.awaitClient(() -> Closing.slow(channel));
    }
    written.addListener(_ -> kept.release());
  }
}
