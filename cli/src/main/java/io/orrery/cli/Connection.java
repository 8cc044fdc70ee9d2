// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options that say which server is meant, and with which key.
final class Connection {
  /// What the vendor documents for its emulator; a server in production mode refuses it.
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /// What APIs with names for accounts call this one.
  static final String ACCOUNT = "localhost";

  private static final String LOCAL = "http://127.0.0.1:8081/";

  /// Where a server that was started here keeps the certificate it made for itself.
  private static final Path KEPT_CERTIFICATE = Path.of("data", "certificate", "certificate.pem");

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "the server (default: ORRERY_ENDPOINT, else " + LOCAL + ")")
  private @Nullable String endpoint;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "an account key (default: ORRERY_KEY, else the well-known one of development)")
  private @Nullable String key;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "the certificate to trust over https, as PEM (default: ORRERY_CERTIFICATE)")
  private @Nullable Path certificate;

  Account account() {
    String text =
        Optional.ofNullable(endpoint)
            .or(() -> Optional.ofNullable(System.getenv("ORRERY_ENDPOINT")))
            .orElse(LOCAL);
    return account(address(text), Signature.with(key())::sql);
  }

  /// The same account at the port of its Table API.
  Account tables(String tableEndpoint) {
    return account(address(tableEndpoint), Signature.with(key())::table);
  }

  private Account account(URI address, Account.Signer signer) {
    Optional<Path> trusted =
        Optional.ofNullable(certificate)
            .or(() -> Optional.ofNullable(System.getenv("ORRERY_CERTIFICATE")).map(Path::of))
            .or(() -> keptCertificate(address));
    return new Account(address, signer, trusted);
  }

  String key() {
    return Optional.ofNullable(key)
        .or(() -> Optional.ofNullable(System.getenv("ORRERY_KEY")))
        .orElse(WELL_KNOWN_KEY);
  }

  private static URI address(String text) {
    try {
      URI address = URI.create(text);
      boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (http && address.getHost() != null && address.getPath().matches("/?")) {
        return address.resolve("/");
      }
    } catch (IllegalArgumentException _) {
      // Said below, the same as for an address of another kind.
    }
    throw new CommandFailure(
        CommandFailure.Kind.WRONG_USE,
        "The endpoint \"%s\" must be of the form http://host:port/ or https://host:port/."
            .formatted(text));
  }

  private static Optional<Path> keptCertificate(URI address) {
    try {
      boolean here = InetAddress.getByName(address.getHost()).isLoopbackAddress();
      return here && Files.isReadable(KEPT_CERTIFICATE)
          ? Optional.of(KEPT_CERTIFICATE)
          : Optional.empty();
    } catch (UnknownHostException _) {
      return Optional.empty(); // The request will say so.
    }
  }
}
