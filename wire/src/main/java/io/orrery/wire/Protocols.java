// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import org.jspecify.annotations.Nullable;

/// What a port speaks: puts the handlers of a protocol behind a connection's socket.
final class Protocols {
  private static final int CHUNK_BYTES = 8 * 1024;

  /// Past these a client of HTTP/2 only wants to keep us busy. Resets: a request that is sent and
  /// cancelled at once costs its sender nothing. Queued: acknowledgements it makes us owe and does
  /// not read.
  private static final int RESETS_MAX = 400;

  private static final int RESETS_SECONDS = 30;
  private static final int QUEUED_CONTROL_FRAMES_MAX = 1_000;
  private static final int EMPTY_FRAMES_MAX = 2;

  private final Service plain;
  private final Service encrypted;
  private final @Nullable TlsContext tls;

  private Protocols(Service plain, Service encrypted, @Nullable TlsContext tls) {
    this.plain = plain;
    this.encrypted = encrypted;
    this.tls = tls;
  }

  static Protocols of(Encryption encryption, Service service) {
    return switch (encryption) {
      case Encryption.Never _ -> new Protocols(service, service, null);
      case Encryption.Optional(var identity) ->
          new Protocols(service, service, new TlsContext(identity));
      case Encryption.Always(var identity) ->
          new Protocols(service.httpsOnly(), service, new TlsContext(identity));
    };
  }

  HttpLimits limits() {
    return plain.limits();
  }

  /// Null where only plain HTTP is spoken.
  @Nullable TlsContext tls() {
    return tls;
  }

  void speakHttp1(SocketChannel channel, boolean secure) {
    int maxHeaderBytes = limits().maxHeaderBytes();
    var decoder =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(maxHeaderBytes)
            .setMaxHeaderSize(maxHeaderBytes)
            .setMaxChunkSize(CHUNK_BYTES);
    channel
        .pipeline()
        .addLast(new HeadDecoder(decoder))
        .addLast(new HttpConnection(channel, service(secure), secure));
  }

  void speakHttp2(SocketChannel channel, boolean secure) {
    var connection = new Http2Connection(channel, service(secure), secure);
    var streams =
        new ChannelInitializer<Http2StreamChannel>() {
          @Override
          protected void initChannel(Http2StreamChannel stream) {
            stream.pipeline().addLast(new Http2Stream(stream, connection));
          }
        };
    channel
        .pipeline()
        .addLast(http2Codec())
        .addLast(new Http2MultiplexHandler(streams))
        .addLast(connection);
  }

  private Http2FrameCodec http2Codec() {
    return Http2FrameCodecBuilder.forServer()
        .initialSettings(
            Http2Settings.defaultSettings()
                .maxConcurrentStreams(HttpLimits.STREAMS_PER_CONNECTION)
                .maxHeaderListSize(limits().maxHeaderBytes()))
        .decoderEnforceMaxRstFramesPerWindow(RESETS_MAX, RESETS_SECONDS)
        .decoderEnforceMaxConsecutiveEmptyDataFrames(EMPTY_FRAMES_MAX)
        .encoderEnforceMaxQueuedControlFrames(QUEUED_CONTROL_FRAMES_MAX)
        .gracefulShutdownTimeoutMillis(0)
        .build();
  }

  private Service service(boolean secure) {
    return secure ? encrypted : plain;
  }
}
