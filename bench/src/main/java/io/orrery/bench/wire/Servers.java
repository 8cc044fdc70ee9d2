// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.wire;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.orrery.model.SystemTime;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpLimits;
import io.orrery.wire.http.HttpResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;

/// The process that is measured: starts the named server, prints its port, runs until its input
/// ends.
public final class Servers {
  private static final byte[] BODY = new byte[1024];

  static {
    Arrays.fill(BODY, (byte) 'x');
  }

  private Servers() {}

  public static void main(String[] arguments) throws IOException {
    int port =
        switch (arguments[0]) {
          case "bare" -> bare();
          case "orrery" -> orrery();
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    System.out.println(port);
    System.exit(System.in.read() < 0 ? 0 : 1);
  }

  private static int orrery() throws IOException {
    HttpHeaders headers = HttpHeaders.of("Content-Type", "application/json");
    var network =
        new Network(
            "bench", 2, ConnectionLimits.DEFAULT, TrafficBudget.ofThisProcess(SystemTime.TICKER));
    var codec = new HttpCodec(_ -> new HttpResponse(200, headers, BODY), HttpLimits.DEFAULT);
    return network.listen(new ListenerSettings("127.0.0.1", 0), codec).port();
  }

  private static int bare() {
    Channel listener =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new HttpServerCodec()).addLast(new FixedAnswer());
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  private static final class FixedAnswer extends SimpleChannelInboundHandler<HttpObject> {
    private static final ByteBuf CONTENT =
        Unpooled.unreleasableBuffer(Unpooled.directBuffer(BODY.length).writeBytes(BODY));

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
      if (message instanceof LastHttpContent) {
        var answer =
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, CONTENT.duplicate());
        answer
            .headers()
            .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
            .set(HttpHeaderNames.CONTENT_LENGTH, BODY.length);
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      }
    }
  }
}
