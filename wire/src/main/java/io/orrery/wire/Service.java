// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What all connections of a server share.
record Service(
    HttpHandler handler, HttpLimits limits, OpenConnections connections, TrafficBudget budget) {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /// The same for clients that should have used TLS.
  Service httpsOnly() {
    return new Service(new HttpsOnly(handler), limits, connections, budget);
  }

  /// The refusal in the door's own form; even a door that fails to word it leaves an answer.
  HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    try {
      return handler.refuse(refusal, sent);
    } catch (RuntimeException e) {
      LOG.error("A refusal could not be worded", e);
      return refusal.asText();
    }
  }

  /// Keeps an answer in the budget until its client has taken it. Most small ones are taken at
  /// once: they fit into the socket's buffer and are not counted at all.
  ///
  /// @param holding what the answer holds of the budget already
  /// @param channel closed if the client is so slow that others need the room
  void keepUntilTaken(
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
