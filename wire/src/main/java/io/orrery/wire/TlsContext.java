// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.orrery.wire.tls.TlsIdentity;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// The server's side of TLS, made when the first client asks for it: neither a start nor a server
/// that nobody talks TLS to pays for it.
final class TlsContext {
  private final Supplier<TlsIdentity> identity;
  private final ApplicationProtocolConfig protocols;
  private @Nullable Promise<SslContext> context;

  /// @param protocols to agree on one of in the handshake (ALPN), the most wanted first
  TlsContext(Supplier<TlsIdentity> identity, List<String> protocols) {
    this.identity = identity;
    this.protocols =
        protocols.isEmpty()
            ? ApplicationProtocolConfig.DISABLED
            : new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                protocols);
  }

  /// Starts over if it failed the last time.
  synchronized Future<SslContext> context() {
    if (context == null || (context.isDone() && !context.isSuccess())) {
      Promise<SslContext> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
      context = promise;
      Thread.ofVirtual().name("tls-context").start(() -> make(promise));
    }
    return context;
  }

  private void make(Promise<SslContext> promise) {
    try {
      promise.setSuccess(make());
    } catch (RuntimeException | Error e) {
      promise.setFailure(e);
    }
  }

  private SslContext make() {
    TlsIdentity shown = identity.get();
    try {
      return SslContextBuilder.forServer(shown.key(), shown.chain())
          .sslProvider(SslProvider.JDK)
          .trustManager(new NoClientCertificates())
          .protocols("TLSv1.3", "TLSv1.2")
          .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
          .applicationProtocolConfig(protocols)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("The certificate cannot be used for TLS", e);
    }
  }
}
