// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/// The decoder of HTTP/1, but without header fields that go on in the next line (RFC 9112, 5.2):
/// servers that disagree about where a field ends can be played off against each other. Netty's
/// decoder joins such lines silently, so the lines of a head are looked at before it gets them. It
/// takes whole lines only: what it left over is the start of a line.
final class HeadDecoder extends HttpRequestDecoder {
  private boolean inHead = true;
  private boolean lineSeen;
  private boolean refused;

  HeadDecoder(HttpDecoderConfig config) {
    super(config);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (!refused && inHead) {
      refused = isFolded(in);
      if (refused) {
        out.add(foldedHead());
      }
    }
    if (refused) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int known = out.size();
    super.decode(context, in, out);
    for (int i = known; i < out.size(); i++) {
      noteProgress(out.get(i));
    }
  }

  private void noteProgress(Object message) {
    if (message instanceof HttpRequest) {
      inHead = false;
    }
    if (message instanceof LastHttpContent) {
      inHead = true;
      lineSeen = false;
    }
  }

  private boolean isFolded(ByteBuf in) {
    int at = in.readerIndex();
    int end = in.writerIndex();
    if (!lineSeen) {
      at = startOfRequestLine(in, at, end);
    }
    while (at < end) {
      byte first = in.getByte(at);
      if (lineSeen && (first == ' ' || first == '\t')) {
        return true;
      }
      if (lineSeen && (first == '\r' || first == '\n')) {
        return false;
      }
      int lineEnd = in.indexOf(at, end, (byte) '\n');
      if (lineEnd < 0) {
        return false;
      }
      lineSeen = true;
      at = lineEnd + 1;
    }
    return false;
  }

  /// White space in front of a request is skipped by everybody.
  private static int startOfRequestLine(ByteBuf in, int from, int end) {
    int at = from;
    while (at < end && in.getByte(at) <= ' ' && in.getByte(at) >= 0) {
      at++;
    }
    return at;
  }

  private static HttpRequest foldedHead() {
    var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    head.setDecoderResult(DecoderResult.failure(new FoldedHeaderException()));
    return head;
  }
}
