// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import io.orrery.wire.Encryption;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.OwnCertificate;
import io.orrery.wire.tls.TlsIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The one certificate of all doors. One given by the user is read at the start, so that its faults
/// are seen then; the server's own is made or read when somebody first needs it, since most
/// development goes without.
final class Certificate {
  private final Settings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable TlsIdentity identity; // guarded by lock

  private Certificate(Settings settings) {
    this.settings = settings;
  }

  /// @throws OrreryException if the file of the user's certificate cannot be used
  static Certificate of(Settings settings) {
    Certificate certificate = new Certificate(settings);
    if (settings.find(KnownSettings.CERTIFICATE).isPresent()) {
      certificate.identity();
    }
    return certificate;
  }

  Encryption encryption() {
    return switch (Exposure.protocol(settings)) {
      case BOTH -> new Encryption.Optional(this::identity);
      case HTTP -> new Encryption.Never();
      case HTTPS -> new Encryption.Always(this::identity);
    };
  }

  /// What clients may trust; empty if the doors speak plain only.
  Optional<String> pem() {
    return switch (Exposure.protocol(settings)) {
      case HTTP -> Optional.empty();
      case BOTH, HTTPS -> Optional.of(identity().pem());
    };
  }

  private TlsIdentity identity() {
    lock.lock();
    try {
      if (identity == null) {
        identity = open();
      }
      return identity;
    } finally {
      lock.unlock();
    }
  }

  private TlsIdentity open() {
    Optional<Path> file = settings.find(KnownSettings.CERTIFICATE);
    if (file.isPresent()) {
      String secret = settings.find(KnownSettings.CERTIFICATE_SECRET).orElse("");
      return OwnCertificate.read(file.get(), secret);
    }
    if (settings.value(KnownSettings.IN_MEMORY)) {
      return KeptCertificate.temporary(names(), SystemTime.CLOCK.instant());
    }
    Path directory = settings.value(KnownSettings.DATA_PATH).resolve("certificate");
    return KeptCertificate.open(directory, names(), SystemTime.CLOCK.instant());
  }

  private CertificateNames names() {
    List<String> more =
        settings.find(KnownSettings.TLS_NAMES).stream()
            .flatMap(names -> Arrays.stream(names.split(",", -1)))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    try {
      return CertificateNames.ofThisMachine(more);
    } catch (IOException e) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE, "Cannot find out the names of this machine (" + e + ").", e);
    }
  }
}
