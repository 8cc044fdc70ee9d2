// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Codec;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.websocket.WebSocketDoor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// HTTP on a port: HTTP/2 for whoever asks for it, with TLS or without, or else HTTP/1, from which
/// a client may change to WebSocket where a door offers that.
public final class HttpCodec implements Codec {
  private static final int CHUNK_BYTES = 8 * 1024;

  /// How the preface of HTTP/2 starts. Four bytes tell it from every method of HTTP/1.
  private static final byte[] HTTP_2 = "PRI ".getBytes(StandardCharsets.US_ASCII);

  /// Past these a client of HTTP/2 only wants to keep us busy. Resets: a request that is sent and
  /// cancelled at once costs its sender nothing. Queued: acknowledgements it makes us owe and does
  /// not read.
  private static final int RESETS_MAX = 400;

  private static final int RESETS_SECONDS = 30;
  private static final int QUEUED_CONTROL_FRAMES_MAX = 1_000;
  private static final int EMPTY_FRAMES_MAX = 2;

  private final HttpHandler handler;
  private final HttpHandler plainUnwelcome;
  private final HttpLimits limits;

  private final @Nullable WebSocketUpgrade webSocket;

  public HttpCodec(HttpHandler handler, HttpLimits limits) {
    this(handler, limits, null);
  }

  private HttpCodec(HttpHandler handler, HttpLimits limits, @Nullable WebSocketUpgrade webSocket) {
    this.handler = handler;
    this.plainUnwelcome = new HttpsOnly(handler);
    this.limits = limits;
    this.webSocket = webSocket;
  }

  /// The same, and WebSocket for whoever asks for it, whatever the path.
  public HttpCodec withWebSocket(WebSocketDoor door, ConversationLimits conversations) {
    return new HttpCodec(handler, limits, new WebSocketUpgrade(door, conversations));
  }

  @Override
  public List<String> applicationProtocols() {
    return List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);
  }

  @Override
  public Patience patience() {
    return limits.patience();
  }

  @Override
  public boolean beginPlain(AcceptedConnection connection, ByteBuf first) {
    int known = Math.min(first.readableBytes(), HTTP_2.length);
    for (int i = 0; i < known; i++) {
      if (first.getByte(first.readerIndex() + i) != HTTP_2[i]) {
        speakHttp1(connection);
        return true;
      }
    }
    if (known < HTTP_2.length) {
      return false;
    }
    speakHttp2(connection);
    return true;
  }

  @Override
  public void beginSecure(AcceptedConnection connection, Optional<String> agreed) {
    if (agreed.filter(ApplicationProtocolNames.HTTP_2::equals).isPresent()) {
      speakHttp2(connection);
    } else {
      speakHttp1(connection);
    }
  }

  private void speakHttp1(AcceptedConnection connection) {
    int maxHeaderBytes = limits.maxHeaderBytes();
    var decoder =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(maxHeaderBytes)
            .setMaxHeaderSize(maxHeaderBytes)
            .setMaxChunkSize(CHUNK_BYTES);
    SocketChannel channel = connection.channel();
    channel
        .pipeline()
        .addLast(new HeadDecoder(decoder))
        .addLast(new HttpConnection(connection, service(connection)));
  }

  private void speakHttp2(AcceptedConnection connection) {
    SocketChannel channel = connection.channel();
    var requests = new Http2Connection(channel, service(connection), connection.secure());
    var streams =
        new ChannelInitializer<Http2StreamChannel>() {
          @Override
          protected void initChannel(Http2StreamChannel stream) {
            stream.pipeline().addLast(new Http2Stream(stream, requests));
          }
        };
    channel
        .pipeline()
        .addLast(frames())
        .addLast(new Http2MultiplexHandler(streams))
        .addLast(requests);
  }

  private Http2FrameCodec frames() {
    return Http2FrameCodecBuilder.forServer()
        .initialSettings(
            Http2Settings.defaultSettings()
                .maxConcurrentStreams(HttpLimits.STREAMS_PER_CONNECTION)
                .maxHeaderListSize(limits.maxHeaderBytes()))
        .decoderEnforceMaxRstFramesPerWindow(RESETS_MAX, RESETS_SECONDS)
        .decoderEnforceMaxConsecutiveEmptyDataFrames(EMPTY_FRAMES_MAX)
        .encoderEnforceMaxQueuedControlFrames(QUEUED_CONTROL_FRAMES_MAX)
        .gracefulShutdownTimeoutMillis(0)
        .build();
  }

  private Service service(AcceptedConnection connection) {
    return connection.isWelcome()
        ? new Service(handler, limits, connection.port(), webSocket)
        : new Service(plainUnwelcome, limits, connection.port(), null);
  }

  @Override
  public Optional<ByteBuf> overload() {
    HttpResponse answer = Service.refuse(handler, Refusal.tooManyConnections(), HttpHeaders.NONE);
    return Optional.of(
        HeadWriter.encode(answer, HeadWriter.Connection.CLOSE, true, ByteBufAllocator.DEFAULT));
  }
}
