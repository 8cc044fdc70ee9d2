// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Keyring;
import io.orrery.gateway.access.Principal;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Requests that are signed with a key of the account: `SharedKeyLite {account}:{signature}` and
/// `SharedKey`, which covers a little more. Neither covers the body.
public final class SharedKeys {
  /// The key that Azurite's documentation gives, and that everybody knows.
  public static final String DEVELOPMENT_KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final long SKEW_SECONDS_MAX = Duration.ofMinutes(15).toSeconds();
  private static final String LITE = "SharedKeyLite ";
  private static final String FULL = "SharedKey ";

  private final Credentials credentials;
  private final @Nullable Keyring development;
  private final InstantSource clock;

  /// Busy clients send the same second many times. The first is long ago, whatever it is called.
  private volatile SentDate lastDate = new SentDate("none", 0);

  /// @param development whether Azurite's account is served
  public SharedKeys(Credentials credentials, boolean development, InstantSource clock) {
    this.credentials = credentials;
    this.development = development ? Keyring.of(Base64.getDecoder().decode(DEVELOPMENT_KEY)) : null;
    this.clock = clock;
  }

  /// The keys of an account: Azurite's has its own, besides those of this one.
  public Principal.@Nullable KeyHolder holder(String account, String text, String signature) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException _) {
      return null; // no signature of anybody's
    }
    if (development != null && account.equals(TableRequest.DEVELOPMENT_ACCOUNT)) {
      Principal.KeyHolder holder = development.holder(text, bytes);
      if (holder != null) {
        return holder;
      }
    }
    return credentials.keyring().holder(text, bytes);
  }

  /// Fails with AuthenticationFailed. Needs the head of a request only.
  Principal authenticate(String authorization, HttpRequest http) {
    boolean lite = authorization.startsWith(LITE);
    if (!lite && !authorization.startsWith(FULL)) {
      throw failed("the authorization is neither SharedKeyLite nor SharedKey");
    }
    int colon = authorization.indexOf(':');
    if (colon < 0) {
      throw failed("the authorization has no account and signature");
    }
    String account = authorization.substring((lite ? LITE : FULL).length(), colon);
    String date = date(http.headers());
    requireFresh(date);
    String resource = "/" + account + http.path() + comp(http.query());
    String text = lite ? date + "\n" + resource : full(http, date, resource);
    Principal holder = holder(account, text, authorization.substring(colon + 1));
    if (holder == null) {
      throw failed("the signature is not that of '%s'".formatted(text.replace("\n", "\\n")));
    }
    return holder;
  }

  private static String full(HttpRequest http, String date, String resource) {
    return http.method()
        + "\n"
        + http.headers().find("content-md5").orElse("")
        + "\n"
        + http.headers().find("content-type").orElse("")
        + "\n"
        + date
        + "\n"
        + resource;
  }

  private static String date(HttpHeaders headers) {
    return headers.find("x-ms-date").or(() -> headers.find("date")).orElse("");
  }

  /// Of all parameters only this one is signed.
  private static String comp(String query) {
    for (String part : query.split("&", -1)) {
      if (part.startsWith("comp=")) {
        return "?" + part;
      }
    }
    return "";
  }

  private void requireFresh(String date) {
    SentDate sent = lastDate;
    if (!sent.text().equals(date)) {
      sent = SentDate.parse(date);
      lastDate = sent;
    }
    Instant now = clock.instant();
    if (Math.abs(sent.epochSecond() - now.getEpochSecond()) > SKEW_SECONDS_MAX) {
      throw failed(
          "the date %s is more than 15 minutes from the server's time %s".formatted(date, now));
    }
  }

  /// A date that a client sent, read.
  private record SentDate(String text, long epochSecond) {
    static SentDate parse(String text) {
      try {
        Instant sent = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
        return new SentDate(text, sent.getEpochSecond());
      } catch (DateTimeException _) {
        throw failed("the date '%s' is not in the form of RFC 1123".formatted(text));
      }
    }
  }

  static TableRefusal failed(String reason) {
    return new TableRefusal(
        TableError.AUTHENTICATION_FAILED,
        "Server failed to authenticate the request. Make sure the value of Authorization header is"
            + " formed correctly including the signature; "
            + reason
            + ".");
  }
}
