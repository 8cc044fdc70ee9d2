// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import java.util.List;
import java.util.Locale;

/// Which pages of other origins a browser may let use the service, and how.
///
/// @param origins `*` for all, `https://*.example.org` for all below a domain; compared exactly
/// @param methods in capitals
/// @param allowedHeaders of requests; a name that ends in `*` stands for all that begin so
/// @param exposedHeaders of answers, that pages may look at
/// @param maxAgeSeconds how long a browser may remember the answer to a preflight
record CorsRule(
    List<String> origins,
    List<String> methods,
    List<String> allowedHeaders,
    List<String> exposedHeaders,
    int maxAgeSeconds) {
  private static final String ANY = "*";
  private static final String ANY_SUBDOMAIN = "://*.";

  CorsRule {
    origins = List.copyOf(origins);
    methods = List.copyOf(methods);
    allowedHeaders = List.copyOf(allowedHeaders);
    exposedHeaders = List.copyOf(exposedHeaders);
  }

  boolean allowsAllOrigins() {
    return origins.contains(ANY);
  }

  boolean allowsOrigin(String origin) {
    return origins.stream().anyMatch(allowed -> isOrigin(allowed, origin));
  }

  private static boolean isOrigin(String allowed, String origin) {
    int wildcard = allowed.indexOf(ANY_SUBDOMAIN);
    if (wildcard < 0) {
      return allowed.equals(ANY) || allowed.equals(origin);
    }
    String scheme = allowed.substring(0, wildcard + 3);
    String domain = allowed.substring(wildcard + ANY_SUBDOMAIN.length() - 1);
    return origin.length() > scheme.length() + domain.length()
        && origin.startsWith(scheme)
        && origin.endsWith(domain);
  }

  boolean allowsMethod(String method) {
    return methods.contains(method);
  }

  /// Names of headers are the same in any case.
  boolean allowsHeader(String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return allowedHeaders.stream()
        .map(allowed -> allowed.toLowerCase(Locale.ROOT))
        .anyMatch(
            allowed ->
                allowed.endsWith(ANY)
                    ? name.startsWith(allowed.substring(0, allowed.length() - 1))
                    : name.equals(allowed));
  }
}
