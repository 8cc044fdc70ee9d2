// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Sessions;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import io.orrery.wire.http.SessionCookie;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// `session`: whether somebody is signed in (GET), signing in with `{"key":…}` (POST) and signing
/// out (DELETE). Everybody may ask. In development mode, whose key everybody knows, whoever is on
/// this machine needs none.
final class PortalSessions {
  /// A page of another name could have been made to lead here (DNS rebinding).
  private static final Pattern THIS_MACHINE =
      Pattern.compile("(localhost|.*\\.localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?");

  private final Credentials credentials;
  private final AdminSettings settings;

  PortalSessions(Credentials credentials, AdminSettings settings) {
    this.credentials = credentials;
    this.settings = settings;
  }

  HttpResponse answer(HttpRequest request, HttpHeaders shared) {
    return switch (request.method()) {
      case "GET" -> state(request, shared);
      case "POST" -> begin(AdminRequest.of(request), shared);
      case "DELETE" -> end(request, shared);
      default ->
          throw new OrreryException(
              ErrorCode.METHOD_NOT_ALLOWED, "Use GET, POST or DELETE for a session.");
    };
  }

  private HttpResponse state(HttpRequest request, HttpHeaders shared) {
    Optional<Sessions.Opened> session =
        SessionCookie.token(request.headers()).flatMap(credentials.sessions()::find);
    return new HttpResponse(200, shared, Json.bytes(document(request, session)));
  }

  private HttpResponse begin(AdminRequest request, HttpHeaders shared) {
    if (request.http().headers().find(SessionCookie.MARK).isEmpty()) {
      throw new OrreryException(
          ErrorCode.FORBIDDEN,
          "Signing in needs the header %s, which pages of other origins cannot send."
              .formatted(SessionCookie.MARK));
    }
    Sessions.Opened session = credentials.sessions().open(key(request));
    return with(
        shared,
        SessionCookie.setting(request.http(), session.token(), Sessions.LIFE),
        document(request.http(), Optional.of(session)));
  }

  private byte[] key(AdminRequest request) {
    Value key = request.json().map(body -> body.property("key")).orElse(Value.Undefined.UNDEFINED);
    return switch (key) {
      case Value.Text(String text) -> decoded(text);
      case Value.Undefined _ -> keyOfThisMachine(request.http());
      case Value.Scalar _, Value.Composite _ ->
          throw AdminRequest.invalid("The property 'key' must be a string.");
    };
  }

  private static byte[] decoded(String key) {
    try {
      return Base64.getDecoder().decode(key.strip());
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.UNAUTHENTICATED, "This is none of the account's keys: they are base64.", e);
    }
  }

  private byte[] keyOfThisMachine(HttpRequest request) {
    if (!needsNoKey(request)) {
      throw new OrreryException(
          ErrorCode.UNAUTHENTICATED, "Signing in needs one of the account's keys.");
    }
    return credentials.keys().key(AccountKeys.Name.PRIMARY);
  }

  private boolean needsNoKey(HttpRequest request) {
    InetAddress address = request.caller().address().getAddress();
    return settings.development()
        && address != null
        && address.isLoopbackAddress()
        && THIS_MACHINE.matcher(request.host().orElse("")).matches();
  }

  private HttpResponse end(HttpRequest request, HttpHeaders shared) {
    SessionCookie.token(request.headers()).ifPresent(credentials.sessions()::close);
    return with(
        shared,
        SessionCookie.setting(request, "", Duration.ZERO),
        document(request, Optional.empty()));
  }

  private static HttpResponse with(HttpHeaders shared, String cookie, Value document) {
    return new HttpResponse(
        200, HttpHeaders.builder(shared).add("Set-Cookie", cookie).build(), Json.bytes(document));
  }

  private Value document(HttpRequest request, Optional<Sessions.Opened> session) {
    Json json =
        Json.object()
            .put("signedIn", session.isPresent())
            .put("needsKey", !needsNoKey(request))
            .put("development", settings.development());
    session.ifPresent(
        open -> json.put("readOnly", open.readOnly()).put("expires", open.expires().toString()));
    return json.build();
  }
}
