// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.wire.http.HttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Cross-origin resource sharing: tells browsers what the owner of the account lets pages of other
/// origins do. The first rule that fits counts. It protects nobody but the users of browsers, so
/// nothing is refused by it besides preflights; who may do what is decided by keys and signatures.
public final class Cors {
  private static final String ORIGIN = "origin";
  private static final String METHOD = "access-control-request-method";
  private static final String HEADERS = "access-control-request-headers";
  private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";

  private final StoredProperties properties;

  public Cors(StoredProperties properties) {
    this.properties = properties;
  }

  /// What a browser asks before it sends a request of another origin's page. Nobody has to sign it,
  /// and what is addressed need not be there. Fails with InvalidHeaderValue, or with
  /// CorsPreflightFailure if no rule fits.
  public TableAnswer preflight(HttpRequest http) {
    String origin = required(http, ORIGIN);
    String method = required(http, METHOD);
    String headers = http.headers().find(HEADERS).orElse("");
    CorsRule rule =
        rules().stream()
            .filter(each -> each.allowsOrigin(origin) && each.allowsMethod(method))
            .filter(each -> names(headers).stream().allMatch(each::allowsHeader))
            .findFirst()
            .orElseThrow(
                () ->
                    new TableRefusal(
                        TableError.CORS_PREFLIGHT_FAILURE,
                        "CORS not enabled or no matching rule found for this request."));
    TableAnswer answer =
        TableAnswer.empty(200)
            .header(ALLOW_ORIGIN, origin)
            .header("Access-Control-Allow-Methods", method)
            .header("Access-Control-Max-Age", Integer.toString(rule.maxAgeSeconds()))
            .header("Access-Control-Allow-Credentials", "true");
    return headers.isEmpty() ? answer : answer.header("Access-Control-Allow-Headers", headers);
  }

  private List<CorsRule> rules() {
    return properties.current().corsRules();
  }

  private static String required(HttpRequest http, String name) {
    return http.headers()
        .find(name)
        .filter(value -> !value.isBlank())
        .orElseThrow(
            () ->
                new TableRefusal(
                    TableError.INVALID_HEADER_VALUE,
                    "A required CORS header is not present: %s.".formatted(name)));
  }

  private static List<String> names(String headers) {
    return Arrays.stream(headers.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /// Tells the browser whether the page may see this answer, whatever it says. Answers that depend
  /// on the origin must not be given to another one by a cache.
  public TableAnswer applyTo(TableAnswer answer, HttpRequest http) {
    List<CorsRule> rules = rules();
    if (rules.isEmpty()) {
      return answer;
    }
    String origin = http.headers().find(ORIGIN).orElse("");
    Optional<CorsRule> rule =
        rules.stream()
            .filter(each -> each.allowsOrigin(origin) && each.allowsMethod(http.method()))
            .findFirst();
    boolean forAll = rule.map(CorsRule::allowsAllOrigins).orElse(false);
    if (!forAll && (http.method().equals("GET") || http.method().equals("HEAD"))) {
      answer.header("Vary", "Origin");
    }
    rule.ifPresent(
        each -> {
          answer.header(ALLOW_ORIGIN, forAll ? "*" : origin);
          if (!forAll) {
            answer.header("Access-Control-Allow-Credentials", "true");
          }
          if (!each.exposedHeaders().isEmpty()) {
            answer.header("Access-Control-Expose-Headers", String.join(",", each.exposedHeaders()));
          }
        });
    return answer;
  }
}
