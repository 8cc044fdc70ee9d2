// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/// Finds out who sent a request over HTTP, from its authorization header: `type=…&ver=…&sig=…`,
/// percent-encoded. The SQL API and Orrery's own calls are signed in this way.
public final class SignedRequests {
  private static final long SKEW_SECONDS_MAX = Duration.ofMinutes(15).toSeconds();
  private static final String SIGNATURE = "sig=";

  private final Credentials credentials;
  private final InstantSource clock;

  /// All clients send the same text within a second, and to read it takes longer than to verify it.
  private volatile SentDate lastDate = new SentDate("", 0);

  private record SentDate(String text, long epochSecond) {}

  public SignedRequests(Credentials credentials, InstantSource clock) {
    this.credentials = credentials;
    this.clock = clock;
  }

  /// Fails with UNAUTHENTICATED, and with what the server expected to be signed, or with FORBIDDEN
  /// if a token has expired. Needs the head of a request only: signatures do not cover the body.
  ///
  /// @param authorization the header of that name, percent-decoded; empty if there is none
  /// @param xDate the header `x-ms-date`, which goes before `date`; either is empty if it is absent
  public Principal authenticate(
      String authorization, String xDate, String date, SignedText signed) {
    if (authorization.isEmpty()) {
      throw unauthenticated(
          "Required Header authorization is missing. Ensure a valid Authorization token is"
              + " passed.");
    }
    String type = parameter(authorization, "type=");
    return switch (type) {
      case "master" -> keyHolder(signed, xDate, date, signature(authorization));
      case "resource" ->
          new Principal.TokenHolder(credentials.tokens().verify(signature(authorization)));
      default ->
          throw unauthenticated(
              "Authorization of the type '%s' is not supported; use master or resource."
                  .formatted(type));
    };
  }

  /// Who is signed in with this token. Fails with UNAUTHENTICATED if nobody is any more.
  public Principal session(String token) {
    return credentials.sessions().require(token);
  }

  private Principal keyHolder(SignedText signed, String xDate, String date, String signature) {
    requireFresh(xDate.isEmpty() ? date : xDate);
    String text = signed.first(xDate, date);
    byte[] bytes = decodeSignature(signature);
    Keyring keyring = credentials.keyring();
    Principal holder = keyring.holder(text, bytes);
    if (holder != null) {
      return holder;
    }
    for (String other : signed.others(xDate, date)) {
      holder = keyring.holder(other, bytes);
      if (holder != null) {
        return holder;
      }
    }
    throw wrongSignature(text);
  }

  private void requireFresh(String date) {
    if (date.isEmpty()) {
      throw unauthenticated(
          "The request has no date: send x-ms-date with the present time as in RFC 1123.");
    }
    Instant now = clock.instant();
    if (Math.abs(epochSecond(date) - now.getEpochSecond()) > SKEW_SECONDS_MAX) {
      throw new OrreryException(
          ErrorCode.FORBIDDEN,
          "The authorization token is not valid at the current time. It was made at %s, the server's time is %s; they may differ by 15 minutes."
              .formatted(date, now));
    }
  }

  private long epochSecond(String date) {
    SentDate known = lastDate;
    if (!known.text().equals(date)) {
      known = new SentDate(date, parse(date));
      lastDate = known;
    }
    return known.epochSecond();
  }

  private static long parse(String date) {
    try {
      return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)).getEpochSecond();
    } catch (DateTimeException e) {
      throw new OrreryException(
          ErrorCode.UNAUTHENTICATED,
          "The date '%s' is not in the form of RFC 1123.".formatted(date),
          e);
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
    for (int start = 0; start >= 0 && start < header.length(); ) {
      int end = header.indexOf('&', start);
      if (header.startsWith(name, start)) {
        return header.substring(start + name.length(), end < 0 ? header.length() : end);
      }
      start = end < 0 ? -1 : end + 1;
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
          "The authorization header has no 'sig='; it must be type=…&ver=1.0&sig=…,"
              + " percent-encoded.");
    }
    return header.substring(at + SIGNATURE.length());
  }

  /// The service's words, which people search for.
  private static OrreryException wrongSignature(String text) {
    return unauthenticated(
        "The input authorization token can't serve the request. The wrong key is being used or the"
            + " expected payload is not built as per the protocol. For more info:"
            + " https://aka.ms/cosmosdb-tsg-unauthorized. Server used the following payload to"
            + " sign: '"
            + text
            + "'");
  }

  private static OrreryException unauthenticated(String message) {
    return new OrreryException(ErrorCode.UNAUTHENTICATED, message);
  }
}
