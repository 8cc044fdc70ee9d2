// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The names under which clients may reach a server: host names in lower case and addresses in
/// Java's spelling, so that equal ones are equal here.
public record CertificateNames(SortedSet<String> hosts, SortedSet<String> addresses) {
  private static final Pattern HOST = Pattern.compile("[a-z0-9_*]([a-z0-9_.-]{0,252})");
  private static final int SUBJECT_DNS = 2;
  private static final int SUBJECT_ADDRESS = 7;
  private static final Path LINUX_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  /// Names that people give this server in compose files and dev containers.
  private static final List<String> CUSTOMARY =
      List.of(
          "localhost",
          "*.localhost",
          "127.0.0.1",
          "::1",
          "host.docker.internal",
          "cosmos",
          "cosmosdb",
          "cosmos-emulator",
          "orrery");

  /// These names and no others.
  ///
  /// @throws OrreryException INVALID_ARGUMENT if a name is neither a host nor an address
  public static CertificateNames of(Collection<String> names) {
    var hosts = new TreeSet<String>();
    var addresses = new TreeSet<String>();
    for (String name : names) {
      String text = name.strip().toLowerCase(Locale.ROOT);
      if (isAddress(text)) {
        addresses.add(canonical(text));
      } else if (HOST.matcher(text).matches()) {
        hosts.add(text);
      } else {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "\"%s\" cannot stand in a certificate; give host names or addresses.".formatted(name));
      }
    }
    return new CertificateNames(hosts, addresses);
  }

  /// The customary names, those of this machine, and the user's.
  public static CertificateNames ofThisMachine(Collection<String> more) throws IOException {
    Stream<String> machine = Stream.concat(hostName().stream(), localAddresses().stream());
    return of(Stream.of(CUSTOMARY.stream(), machine, more.stream()).flatMap(s -> s).toList());
  }

  static CertificateNames in(X509Certificate certificate) throws CertificateParsingException {
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    return of(
        (all == null ? List.<List<?>>of() : all)
            .stream()
                .filter(CertificateNames::isHostOrAddress)
                .map(entry -> String.valueOf(entry.get(1)))
                .toList());
  }

  private static boolean isHostOrAddress(List<?> entry) {
    return entry.getFirst() instanceof Integer type
        && (type == SUBJECT_DNS || type == SUBJECT_ADDRESS);
  }

  boolean containsAll(CertificateNames others) {
    return hosts.containsAll(others.hosts) && addresses.containsAll(others.addresses);
  }

  private static boolean isAddress(String text) {
    return text.contains(":") || text.matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
  }

  private static String canonical(String address) {
    try {
      return InetAddress.ofLiteral(address).getHostAddress();
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "\"%s\" is not an address.".formatted(address), e);
    }
  }

  /// Asks the system and not the resolver, which may wait seconds for a network that is not there.
  private static List<String> hostName() throws IOException {
    String name =
        Files.isReadable(LINUX_HOST_NAME)
            ? Files.readString(LINUX_HOST_NAME)
            : Stream.of("COMPUTERNAME", "HOSTNAME")
                .map(variable -> System.getenv().getOrDefault(variable, ""))
                .filter(value -> !value.isBlank())
                .findFirst()
                .orElse("");
    String text = name.strip().toLowerCase(Locale.ROOT);
    return HOST.matcher(text).matches() ? List.of(text) : List.of();
  }

  /// Not those that mean something on one link only.
  private static List<String> localAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLinkLocalAddress() && !address.isMulticastAddress())
        .map(address -> address.getHostAddress().replaceFirst("%.*", ""))
        .toList();
  }
}
