// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.api.sql.protocol.HeaderText;
import io.orrery.api.sql.protocol.Names;
import io.orrery.control.access.Access;
import io.orrery.control.access.AccountKeys;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.wire.HttpRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/// Finds out who sent a request, from its authorization header: `type=…&ver=…&sig=…`,
/// percent-encoded.
public final class Authentication {
  private static final Duration SKEW_MAX = Duration.ofMinutes(15);
  private static final String SIGNATURE = "sig=";

  private final Access access;
  private final UnaryOperator<AccountKeys> effective;
  private final InstantSource clock;
  private final ResourceTokens tokens;
  private volatile Prepared prepared;

  /// The stored keys, and what was made of them.
  private record Prepared(AccountKeys stored, Keyring keyring) {}

  /// @param effective the keys in force, given those that are stored: development mode has its
  ///   well-known one in place of the primary
  public Authentication(Access access, UnaryOperator<AccountKeys> effective, InstantSource clock) {
    this.access = access;
    this.effective = effective;
    this.clock = clock;
    this.prepared = prepare(access.keys());
    this.tokens = new ResourceTokens(access, () -> keyring().tokenSecret(), clock);
  }

  /// Makes and reads resource tokens.
  public ResourceTokens tokens() {
    return tokens;
  }

  /// Fails with UNAUTHENTICATED, and with what the server expected to be signed, or with FORBIDDEN
  /// if a token has expired.
  ///
  /// @param segments the address, decoded
  public Caller authenticate(HttpRequest request, List<String> segments) {
    String header =
        request
            .headers()
            .find(Names.AUTHORIZATION)
            .filter(value -> !value.isBlank())
            .map(value -> HeaderText.decode(value.strip()))
            .orElseThrow(
                () ->
                    unauthenticated(
                        "Required Header authorization is missing. Ensure a valid Authorization token is passed."));
    String type = parameter(header, "type=");
    return switch (type) {
      case "master" -> keyHolder(request, segments, signature(header));
      case "resource" -> new Caller.TokenHolder(tokens.verify(signature(header)));
      default ->
          throw unauthenticated(
              "Authorization of the type '%s' is not supported; use master or resource."
                  .formatted(type));
    };
  }

  private Caller keyHolder(HttpRequest request, List<String> segments, String signature) {
    String xDate = request.headers().find(Names.X_DATE).map(String::strip).orElse("");
    String date = request.headers().find(Names.DATE).map(String::strip).orElse("");
    List<String> texts =
        SignedText.of(request.method(), segments, request.path()).texts(xDate, date);
    requireFresh(xDate.isEmpty() ? date : xDate);
    return keyring()
        .holder(texts, decodeSignature(signature))
        .orElseThrow(() -> wrongSignature(texts.getFirst()));
  }

  private Prepared prepare(AccountKeys stored) {
    return new Prepared(stored, new Keyring(effective.apply(stored)));
  }

  /// Of the keys of this moment: they may have been regenerated.
  private Keyring keyring() {
    AccountKeys stored = access.keys();
    Prepared known = prepared;
    if (known.stored() != stored) {
      known = prepare(stored);
      prepared = known;
    }
    return known.keyring();
  }

  private void requireFresh(String date) {
    if (date.isEmpty()) {
      throw unauthenticated(
          "The request has no date: send x-ms-date with the present time as in RFC 1123.");
    }
    Instant sent;
    try {
      sent = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    } catch (DateTimeException e) {
      throw new OrreryException(
          ErrorCode.UNAUTHENTICATED,
          "The date '%s' is not in the form of RFC 1123.".formatted(date),
          e);
    }
    Instant now = clock.instant();
    if (Duration.between(sent, now).abs().compareTo(SKEW_MAX) > 0) {
      throw new OrreryException(
          ErrorCode.FORBIDDEN,
          "The authorization token is not valid at the current time. It was made at %s, the server's time is %s; they may differ by 15 minutes."
              .formatted(date, now));
    }
  }

  private static byte[] decodeSignature(String signature) {
    try {
      return Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.UNAUTHENTICATED, "The signature in the authorization header is no base64.", e);
    }
  }

  private static String parameter(String header, String name) {
    for (String part : header.split("&", -1)) {
      if (part.startsWith(name)) {
        return part.substring(name.length());
      }
    }
    throw unauthenticated(
        "The authorization header has no '%s'; it must be type=…&ver=1.0&sig=…, percent-encoded."
            .formatted(name));
  }

  /// The signature is last, and takes all there is.
  private static String signature(String header) {
    int at = header.indexOf(SIGNATURE);
    if (at < 0) {
      throw unauthenticated(
          "The authorization header has no 'sig='; it must be type=…&ver=1.0&sig=…, percent-encoded.");
    }
    return header.substring(at + SIGNATURE.length());
  }

  /// The service's words, which people search for.
  private static OrreryException wrongSignature(String text) {
    return unauthenticated(
        "The input authorization token can't serve the request. The wrong key is being used or the"
            + " expected payload is not built as per the protocol. For more info:"
            + " https://aka.ms/cosmosdb-tsg-unauthorized. Server used the following payload to sign: '"
            + text
            + "'");
  }

  private static OrreryException unauthenticated(String message) {
    return new OrreryException(ErrorCode.UNAUTHENTICATED, message);
  }
}
