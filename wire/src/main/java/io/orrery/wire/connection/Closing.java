// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends of connections. What a client did wrong is not news; what we did is.
public final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private Closing() {}

  public static void after(Throwable cause, Channel channel) {
    switch (cause) {
      case IOException _, DecoderException _, Http2Exception _ ->
          LOG.debug("A client went away or talked nonsense", cause);
      default -> LOG.error("A connection broke", cause);
    }
    close(channel);
  }

  /// Others need the room that is held for its client.
  public static void slow(Channel channel) {
    LOG.debug("A client is too slow for a server with that much in hand: {}", channel);
    close(channel);
  }

  public static void close(Channel channel) {
    channel
        .close()
        .addListener(
            closed -> {
              if (!closed.isSuccess()) {
                LOG.debug("A connection did not close cleanly", closed.cause());
              }
            });
  }
}
