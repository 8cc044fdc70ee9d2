// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.Administration;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Rights;
import io.orrery.gateway.access.SignedRequests;
import io.orrery.gateway.access.SignedText;
import io.orrery.gateway.observe.Observatory;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import io.orrery.wire.http.PercentEncoding;
import io.orrery.wire.http.SessionCookie;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers what is asked under [#ADDRESSES]: finds out what is addressed and who asks, has it done,
/// and turns whatever goes wrong into an error of its own form. Requests are signed with an account
/// key as those of the SQL API are, without a type and with the whole address as link, or come with
/// the cookie of a session.
public final class AdminDoor implements HttpHandler {
  /// All addresses of this door begin so.
  public static final String ADDRESSES = "/_orrery/";

  private static final Logger LOG = LoggerFactory.getLogger(AdminDoor.class);
  private static final HttpHeaders SHARED =
      HttpHeaders.builder()
          .add("Content-Type", "application/json")
          .add("Cache-Control", "no-store, no-cache")
          .build();

  private static final HttpHeaders EVENTS =
      HttpHeaders.builder()
          .add("Content-Type", "text/event-stream")
          .add("Cache-Control", "no-store, no-cache")
          .build();

  private final SignedRequests signatures;
  private final PortalSessions sessions;
  private final AdminRoutes routes;

  /// @param observatory what has seen the requests of all doors
  public AdminDoor(
      Gateway gateway, Observatory observatory, Credentials credentials, AdminSettings settings) {
    this.signatures = new SignedRequests(credentials, settings.clock());
    this.sessions = new PortalSessions(credentials, settings);
    Administration administration = gateway.administration();
    this.routes =
        new AdminRoutes(
            new AccountSecrets(credentials, settings.doors()),
            new ContainerLists(administration, gateway),
            new Partitions(administration, gateway),
            new ItemTextCalls(gateway, settings.views()),
            new Observations(administration, gateway, observatory, settings.clock()),
            new LiveRequests(administration, observatory.log()),
            new Operations(administration, gateway, settings));
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    UUID activityId = UUID.randomUUID();
    try {
      return answer(request);
    } catch (OrreryException failure) {
      if (failure.code().isServerFailure()) {
        LOG.error("request {} failed", activityId, failure);
      }
      return AdminErrors.answer(failure, activityId);
    } catch (RuntimeException bug) {
      LOG.error("request {} met a bug", activityId, bug);
      return AdminErrors.answer(
          ErrorCode.INTERNAL,
          "The server failed; its log has more under this activity id.",
          activityId);
    }
  }

  private HttpResponse answer(HttpRequest request) {
    List<String> segments = PercentEncoding.segments(request.path());
    AdminAddress address = AdminAddress.of(segments);
    if (address instanceof AdminAddress.PortalSession) {
      return sessions.answer(request, SHARED); // Whoever signs in has shown no key before.
    }
    Principal principal = authenticate(request, segments);
    AdminTask task = routes.task(address, AdminRequest.of(request));
    Rights.require(principal, task::action);
    return switch (task.work().get()) {
      case AdminAnswer.Document(Value value) -> new HttpResponse(200, SHARED, Json.bytes(value));
      case AdminAnswer.Events(String text) ->
          new HttpResponse(200, EVENTS, text.getBytes(StandardCharsets.UTF_8));
    };
  }

  private Principal authenticate(HttpRequest request, List<String> segments) {
    Principal principal = principal(request, segments);
    request.caller().recognise();
    return principal;
  }

  private Principal principal(HttpRequest request, List<String> segments) {
    String authorization = value(request, "authorization");
    Optional<String> token =
        authorization.isEmpty() ? SessionCookie.token(request.headers()) : Optional.empty();
    if (token.isPresent()) {
      return signatures.session(token.get());
    }
    return signatures.authenticate(
        PercentEncoding.decode(authorization),
        value(request, "x-ms-date"),
        value(request, "date"),
        new SignedText(
            request.method(),
            "",
            String.join("/", segments),
            () -> List.of(request.path().replaceAll("^/+|/+$", ""))));
  }

  private static String value(HttpRequest request, String name) {
    return request.headers().find(name).map(String::strip).orElse("");
  }

  /// There is room for bodies of those with a key only.
  @Override
  public Optional<HttpResponse> refuseByHead(HttpRequest head) {
    try {
      authenticate(head, PercentEncoding.segments(head.path()));
      return Optional.empty();
    } catch (OrreryException refusal) {
      return Optional.of(AdminErrors.answer(refusal, UUID.randomUUID()));
    }
  }
}
