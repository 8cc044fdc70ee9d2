// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.nio.charset.StandardCharsets;

/// What a client hears that comes when the server is full: an answer ready in advance, so that
/// refusing costs next to nothing.
final class OverloadAnswer {
  private static final byte[] BYTES =
      """
      HTTP/1.1 503 Service Unavailable\r
      Content-Length: 0\r
      Retry-After: 1\r
      Connection: close\r
      \r
      """
          .getBytes(StandardCharsets.US_ASCII);

  private OverloadAnswer() {}

  static void writeAndClose(Channel channel) {
    channel.writeAndFlush(Unpooled.wrappedBuffer(BYTES)).addListener(ChannelFutureListener.CLOSE);
  }
}
