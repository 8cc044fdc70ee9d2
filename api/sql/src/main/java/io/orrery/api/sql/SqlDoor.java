// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.auth.Authentication;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.PathParser;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Rights;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.script.Scripts;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers every request to the SQL API's port: finds out what is addressed and who asks, has it
/// done, and turns whatever goes wrong into an error of this protocol. Bugs are logged here, once,
/// with the activity id that the client is told.
public final class SqlDoor implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SqlDoor.class);
  private static final HttpHeaders SHARED =
      HttpHeaders.builder()
          .add(Names.SERVICE_VERSION, "version=2.14.0.0")
          .add(Names.GATEWAY_VERSION, "version=2.14.0")
          .add(Names.SCHEMA_VERSION, "1.19")
          .add("Cache-Control", "no-store, no-cache")
          .build();

  /// In the address of every item, and at the end of that of all items of a container.
  private static final String ITEM = "/docs/";

  private static final String ITEMS = "/docs";

  /// A longer query takes its time to be read.
  private static final int QUERY_AT_ONCE_BYTES_MAX = 4 << 10;

  private final SqlSettings settings;
  private final Authentication authentication;
  private final Gateway gateway;
  private final InstantSource clock;
  private final Dispatch dispatch;

  public SqlDoor(Gateway gateway, Scripts scripts, Credentials credentials, SqlSettings settings) {
    this.settings = settings;
    this.gateway = gateway;
    Directory directory = new Directory(gateway.administration());
    this.authentication = new Authentication(credentials, settings.clock());
    this.clock = settings.clock();
    this.dispatch = new Dispatch(directory, gateway, scripts, settings, credentials);
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    return answer(request, task -> Optional.of(task.work().get())).orElseThrow();
  }

  /// Reads of single items, and short queries where that keeps nobody else waiting: nothing else
  /// can do without waiting.
  @Override
  public Optional<HttpResponse> answerAtOnce(HttpRequest request) {
    boolean promising =
        switch (request.method()) {
          case "GET" -> request.path().contains(ITEM);
          case "POST" ->
              request.caller().isAlone()
                  && request.path().endsWith(ITEMS)
                  && request.body().length <= QUERY_AT_ONCE_BYTES_MAX
                  && request.headers().find(Names.IS_QUERY).isPresent();
          default -> false;
        };
    return promising ? answer(request, task -> task.workAtOnce().get()) : Optional.empty();
  }

  private Optional<HttpResponse> answer(HttpRequest request, Function<Task, Optional<Answer>> way) {
    UUID activityId = activityId(request.headers());
    Optional<Answer> answer;
    try {
      answer = way.apply(allowed(request, activityId));
    } catch (OrreryException failure) {
      if (failure.code().isServerFailure()) {
        LOG.error("request {} failed", activityId, failure);
      }
      answer = Optional.of(SqlErrors.answer(failure, activityId));
    } catch (RuntimeException bug) {
      LOG.error("request {} met a bug", activityId, bug);
      answer =
          Optional.of(
              SqlErrors.answer(
                  SqlErrors.status(ErrorCode.INTERNAL),
                  "The server failed; its log has more under this activity id.",
                  activityId));
    }
    return answer.map(known -> known.toHttp(SHARED, activityId));
  }

  /// What the request asks for, which whoever sent it may do.
  private Task allowed(HttpRequest request, UUID activityId) {
    try {
      List<String> segments = PathParser.segments(request.path(), request.query());
      ResourcePath path = PathParser.parse(segments);
      Principal principal = principal(request, path, segments);
      Task task = dispatch.task(new SqlRequest(request, path, activityId, clock));
      Rights.require(principal, task.action());
      return task;
    } catch (OrreryException refusal) {
      observeUnplaced(refusal, activityId);
      throw refusal;
    }
  }

  /// Counts a request of which it is not even known which container it means.
  private void observeUnplaced(OrreryException refusal, UUID activityId) {
    gateway.countRefused(Api.SQL, RequestKind.UNKNOWN, refusal.code(), activityId);
  }

  private Principal principal(HttpRequest request, ResourcePath path, List<String> segments) {
    return isPublic(request, path) ? new Principal.Visitor() : authenticate(request, segments);
  }

  private Principal authenticate(HttpRequest request, List<String> segments) {
    Principal principal =
        authentication.authenticate(request.method(), request.path(), segments, request.headers());
    request.caller().recognise();
    return principal;
  }

  /// There is room for bodies of those with a key or a token; what is public needs none.
  @Override
  public Optional<HttpResponse> refuseByHead(HttpRequest head) {
    try {
      authenticate(head, PathParser.segments(head.path(), head.query()));
      return Optional.empty();
    } catch (OrreryException refusal) {
      UUID activityId = activityId(head.headers());
      observeUnplaced(refusal, activityId);
      return Optional.of(SqlErrors.answer(refusal, activityId).toHttp(SHARED, activityId));
    }
  }

  private boolean isPublic(HttpRequest request, ResourcePath path) {
    return path instanceof ResourcePath.Explorer
        || (settings.development()
            && path instanceof ResourcePath.Account
            && request
                .headers()
                .find(Names.AUTHORIZATION)
                .filter(value -> !value.isBlank())
                .isEmpty());
  }

  /// Refusals of the server itself, in the form of this protocol.
  @Override
  public HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    UUID activityId = activityId(sent);
    if (refusal.reason() == Refusal.Reason.FAILED) {
      LOG.error("request {} failed for the reason logged before this", activityId);
    }
    return SqlErrors.answer(refusal, activityId).toHttp(SHARED, activityId);
  }

  /// The client's own, if it sent one; otherwise a new one, which need not be hard to guess.
  private static UUID activityId(HttpHeaders sent) {
    String text = sent.find(Names.ACTIVITY_ID).orElse("");
    if (text.length() == 36) {
      try {
        return UUID.fromString(text);
      } catch (IllegalArgumentException _) {
        // Not a UUID: the answer has one of ours.
      }
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong());
  }
}
