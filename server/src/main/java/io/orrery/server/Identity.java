// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Protocol;
import io.orrery.server.settings.Settings;
import io.orrery.wire.Encryption;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.OwnCertificate;
import io.orrery.wire.tls.TlsIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Who the server says it is over TLS. Read, at the first start made, on a thread of its own while
/// the engine opens: together they take no longer than the slower of them.
final class Identity {
  private final Settings settings;
  private final FutureTask<TlsIdentity> loading = new FutureTask<>(this::load);

  private Identity(Settings settings) {
    this.settings = settings;
  }

  static Identity of(Settings settings) {
    var identity = new Identity(settings);
    if (identity.isUsed()) {
      Thread.ofPlatform().daemon().name("certificate").start(identity.loading);
    }
    return identity;
  }

  private boolean isUsed() {
    return settings.value(KnownSettings.PROTOCOL) != Protocol.HTTP;
  }

  /// For the doors.
  Encryption encryption() {
    return switch (settings.value(KnownSettings.PROTOCOL)) {
      case HTTP -> new Encryption.Never();
      case HTTPS -> new Encryption.Always(this::require);
      case BOTH -> new Encryption.Optional(this::require);
    };
  }

  /// Where clients must be able to come without TLS, whatever the doors speak.
  Encryption optionalEncryption() {
    return isUsed() ? new Encryption.Optional(this::require) : new Encryption.Never();
  }

  /// The scheme under which a door is announced.
  String scheme() {
    return settings.value(KnownSettings.PROTOCOL) == Protocol.HTTPS ? "https" : "http";
  }

  /// The certificate for clients to trust; empty if TLS is not spoken.
  Optional<String> pem() {
    return isUsed() ? Optional.of(require().pem()) : Optional.empty();
  }

  /// Waits until it is there, if it is wanted at all.
  ///
  /// @throws OrreryException with a sentence for the user if there is none to be had
  void await() {
    if (isUsed()) {
      require();
    }
  }

  private TlsIdentity require() {
    try {
      return loading.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof OrreryException told
          ? told
          : new OrreryException(
              ErrorCode.INTERNAL, "The certificate for TLS cannot be made.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "Nobody waits for the certificate.", e);
    }
  }

  private TlsIdentity load() throws IOException {
    Optional<Path> own = settings.find(KnownSettings.CERTIFICATE_PATH);
    if (own.isPresent()) {
      String secret = settings.find(KnownSettings.CERTIFICATE_SECRET).orElse("");
      return OwnCertificate.read(own.get(), secret);
    }
    CertificateNames names = CertificateNames.ofThisMachine(moreNames());
    if (settings.value(KnownSettings.IN_MEMORY)) {
      return KeptCertificate.temporary(names, Instant.now());
    }
    Path directory = settings.value(KnownSettings.DATA_PATH).resolve("tls");
    return KeptCertificate.open(directory.toAbsolutePath().normalize(), names, Instant.now());
  }

  private List<String> moreNames() {
    return settings.find(KnownSettings.TLS_NAMES).stream()
        .flatMap(names -> Arrays.stream(names.split(",", -1)))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
