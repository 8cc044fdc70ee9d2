// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.model.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// CORS rules as XML: what stands in `Cors`.
final class CorsXml {
  private static final String RULE = "CorsRule";
  private static final String ORIGINS = "AllowedOrigins";
  private static final String METHODS = "AllowedMethods";
  private static final String ALLOWED = "AllowedHeaders";
  private static final String EXPOSED = "ExposedHeaders";
  private static final String MAX_AGE = "MaxAgeInSeconds";
  private static final Set<String> KNOWN_METHODS =
      Set.of("DELETE", "GET", "HEAD", "MERGE", "OPTIONS", "PATCH", "POST", "PUT");

  private CorsXml() {}

  static void write(XmlWriter out, List<CorsRule> rules) {
    for (CorsRule rule : rules) {
      out.open(RULE)
          .element(ORIGINS, String.join(",", rule.origins()))
          .element(METHODS, String.join(",", rule.methods()))
          .element(MAX_AGE, rule.maxAgeSeconds())
          .element(EXPOSED, String.join(",", rule.exposedHeaders()))
          .element(ALLOWED, String.join(",", rule.allowedHeaders()))
          .close(RULE);
    }
  }

  /// Without rules there is no CORS.
  static List<CorsRule> read(XmlElement cors) {
    cors.allowOnly(RULE);
    if (cors.children().size() > Limits.TABLE_CORS_RULES) {
      throw XmlElement.invalid(
          "there are at most %d CORS rules".formatted(Limits.TABLE_CORS_RULES));
    }
    int bytes =
        cors.children().stream()
            .flatMap(rule -> rule.children().stream())
            .mapToInt(node -> node.text().getBytes(StandardCharsets.UTF_8).length)
            .sum();
    if (bytes > Limits.TABLE_CORS_BYTES) {
      throw XmlElement.invalid(
          "CORS rules have at most %d bytes together".formatted(Limits.TABLE_CORS_BYTES));
    }
    return cors.children().stream().map(CorsXml::rule).toList();
  }

  private static CorsRule rule(XmlElement element) {
    element.allowOnly(ORIGINS, METHODS, ALLOWED, EXPOSED, MAX_AGE);
    return new CorsRule(
        required(element.require(ORIGINS)),
        methods(element.require(METHODS)),
        headers(element.require(ALLOWED)),
        headers(element.require(EXPOSED)),
        element.require(MAX_AGE).asNumber(0, Integer.MAX_VALUE));
  }

  private static List<String> methods(XmlElement element) {
    List<String> methods = required(element);
    if (!KNOWN_METHODS.containsAll(methods)) {
      throw element.invalidValue("there are the methods " + String.join(", ", sorted()));
    }
    return methods;
  }

  private static List<String> sorted() {
    return KNOWN_METHODS.stream().sorted().toList();
  }

  private static List<String> required(XmlElement element) {
    List<String> names = names(element);
    if (names.isEmpty()) {
      throw element.invalidValue("it is not empty");
    }
    return names;
  }

  private static List<String> headers(XmlElement element) {
    List<String> names = names(element);
    long prefixes = names.stream().filter(name -> name.endsWith("*") && name.length() > 1).count();
    if (prefixes > Limits.TABLE_CORS_PREFIXES) {
      throw element.invalidValue(
          "it has at most %d names that end in *".formatted(Limits.TABLE_CORS_PREFIXES));
    }
    return names;
  }

  private static List<String> names(XmlElement element) {
    List<String> names =
        Arrays.stream(element.text().split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    if (names.size() > Limits.TABLE_CORS_NAMES) {
      throw element.invalidValue("it has at most %d names".formatted(Limits.TABLE_CORS_NAMES));
    }
    for (String name : names) {
      boolean readable = name.chars().allMatch(unit -> unit > ' ' && unit < 127);
      if (!readable || name.length() > Limits.TABLE_CORS_NAME_LENGTH) {
        throw element.invalidValue(
            "a name has at most %d characters of ASCII and no space"
                .formatted(Limits.TABLE_CORS_NAME_LENGTH));
      }
    }
    return names;
  }
}
