// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.wire.http.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// A request, read as far as its head goes.
///
/// @param method what is to be done: POST may carry another method in `X-HTTP-Method`
/// @param account whose name stands in the path; empty if none does
/// @param secondary whether it came to the read-only copy of the account
/// @param root how the addresses of everything here begin, without a slash at the end
public record TableRequest(
    HttpRequest http,
    String method,
    TableAddress address,
    Parameters parameters,
    String account,
    boolean secondary,
    String root,
    UUID requestId) {

  /// The account of Azurite, whose name stands in the path.
  public static final String DEVELOPMENT_ACCOUNT = "devstoreaccount1";

  /// The account of the server. Its name may stand in front of a table's.
  private static final String ACCOUNT = "localhost";

  private static final String SECONDARY = "-secondary";

  public static TableRequest of(HttpRequest http, String origin, UUID requestId) {
    String path = http.path().startsWith("/") ? http.path().substring(1) : http.path();
    int slash = path.indexOf('/');
    String first = slash < 0 ? path : path.substring(0, slash);
    // No table has a hyphen in its name, so this is the account whatever it is called.
    boolean inPath = first.endsWith(SECONDARY);
    boolean named =
        inPath || first.equals(DEVELOPMENT_ACCOUNT) || (first.equals(ACCOUNT) && slash >= 0);
    String account = named ? primary(first) : "";
    boolean secondary = inPath || http.host().orElse("").contains(SECONDARY + ".table.");
    String rest = named ? slash < 0 ? "" : path.substring(slash + 1) : path;
    String root = origin.endsWith("/") ? origin.substring(0, origin.length() - 1) : origin;
    return new TableRequest(
        http,
        method(http),
        AddressParser.parse(rest),
        Parameters.parse(http.query()),
        account,
        secondary,
        named ? root + "/" + first : root,
        requestId);
  }

  /// The account that a name means, which may be that of its read-only copy.
  public static String primary(String account) {
    return account.endsWith(SECONDARY)
        ? account.substring(0, account.length() - SECONDARY.length())
        : account;
  }

  private static String method(HttpRequest http) {
    String method = http.method();
    return method.equals("POST")
        ? http.headers().find("x-http-method").map(m -> m.toUpperCase(Locale.ROOT)).orElse(method)
        : method;
  }

  public Optional<String> header(String name) {
    return http.headers().find(name);
  }

  public MetadataLevel level() {
    return MetadataLevel.of(parameters.find("$format").orElse(""), header("accept").orElse(""));
  }

  /// Whether the client does not want back what it has written. It has to be told which way it was
  /// done if it said anything about it.
  public boolean withoutContent() {
    return preference().equals("return-no-content");
  }

  public String preference() {
    return header("prefer").map(value -> value.strip().toLowerCase(Locale.ROOT)).orElse("");
  }

  /// Tells which preference was followed, if the client had one.
  public TableAnswer preferenceApplied(TableAnswer answer) {
    return switch (preference()) {
      case "return-no-content", "return-content" ->
          answer.header("Preference-Applied", preference());
      default -> answer;
    };
  }

  /// The account's name as it stands in the names of types.
  public String accountName() {
    return account.isEmpty() ? ACCOUNT : account;
  }

  public TableRefusal unknownMethod() {
    return new TableRefusal(
        TableError.METHOD_NOT_ALLOWED,
        "The resource doesn't support the specified HTTP verb %s.".formatted(method));
  }
}
