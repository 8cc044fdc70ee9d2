// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;

/// The end of a connection whose client is refused. After the refusal the client is read from for a
/// while and nothing is kept: to close with unread input resets the connection, which could destroy
/// the refusal on its way. It ends a moment after the client has stopped sending, and in any case
/// when it has sent much or taken long.
public final class LastWords {
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final SocketChannel channel;
  private final ConnectionTimer timer;
  private final long bytesMax;
  private final long endNanos;
  private long bytes;

  /// @param requestBytesMax of one request; a client may not have heard of the refusal yet and send
  ///   a few more
  public LastWords(SocketChannel channel, int requestBytesMax, Patience patience) {
    this.channel = channel;
    this.timer = new ConnectionTimer(channel.eventLoop(), () -> Closing.close(channel));
    this.bytesMax = 4L * requestBytesMax;
    this.endNanos = channel.eventLoop().ticker().nanoTime() + patience.request().toNanos();
    channel.closeFuture().addListener(_ -> timer.cancel());
  }

  /// Nothing can be said after this.
  public void say(ByteBuf words) {
    timer.set(patience());
    channel
        .writeAndFlush(words)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                endOutput();
              } else {
                Closing.close(channel);
              }
            });
  }

  private void endOutput() {
    SslHandler encryption = channel.pipeline().get(SslHandler.class);
    if (encryption == null) {
      channel.shutdownOutput().addListener(CLOSE_ON_FAILURE);
    } else {
      encryption.closeOutbound().addListener(CLOSE_ON_FAILURE);
    }
  }

  /// More has come, which nobody looks at.
  public void discard(int more) {
    bytes += more;
    Duration patience = patience();
    if (patience.isPositive()) {
      timer.set(patience);
    } else {
      Closing.close(channel);
    }
  }

  /// How long the next input is waited for; not at all if this is not positive.
  private Duration patience() {
    if (bytes > bytesMax) {
      return Duration.ZERO;
    }
    Duration left = Duration.ofNanos(endNanos - channel.eventLoop().ticker().nanoTime());
    return left.compareTo(QUIET) < 0 ? left : QUIET;
  }
}
