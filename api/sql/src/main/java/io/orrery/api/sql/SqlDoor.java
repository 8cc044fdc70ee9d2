// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.auth.Authentication;
import io.orrery.api.sql.auth.Authorization;
import io.orrery.api.sql.auth.Caller;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.PathParser;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.control.ControlPlane;
import io.orrery.control.access.AccountKeys;
import io.orrery.gateway.Gateway;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.script.Scripts;
import io.orrery.wire.HttpHandler;
import io.orrery.wire.HttpHeaders;
import io.orrery.wire.HttpRequest;
import io.orrery.wire.HttpResponse;
import io.orrery.wire.Refusal;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
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

  private final SqlSettings settings;
  private final Authentication authentication;
  private final Authorization authorization;
  private final Dispatch dispatch;

  public SqlDoor(ControlPlane plane, Gateway gateway, Scripts scripts, SqlSettings settings) {
    this.settings = settings;
    Directory directory = new Directory(plane);
    this.authentication = new Authentication(plane.access(), this::effectiveKeys, settings.clock());
    this.authorization = new Authorization(directory);
    this.dispatch = new Dispatch(directory, gateway, scripts, settings, authentication.tokens());
  }

  /// The keys in force.
  public AccountKeys effectiveKeys(AccountKeys stored) {
    return settings.effective(stored);
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    UUID activityId = activityId(request.headers());
    Answer answer;
    try {
      answer = answer(request, activityId);
    } catch (OrreryException failure) {
      if (isOurs(failure.code())) {
        LOG.error("request {} failed", activityId, failure);
      }
      answer = SqlErrors.answer(failure, activityId);
    } catch (RuntimeException bug) {
      LOG.error("request {} met a bug", activityId, bug);
      answer =
          SqlErrors.answer(
              SqlErrors.status(ErrorCode.INTERNAL),
              "The server failed; its log has more under this activity id.",
              activityId);
    }
    return answer.toHttp(SHARED, activityId);
  }

  private Answer answer(HttpRequest request, UUID activityId) {
    List<String> segments = PathParser.segments(request.path(), request.query());
    ResourcePath path = PathParser.parse(segments);
    SqlRequest understood = new SqlRequest(request, path, activityId);
    if (!(path instanceof ResourcePath.Explorer)) {
      authorization.require(caller(understood, segments), understood);
    }
    return dispatch.answer(understood);
  }

  private Caller caller(SqlRequest request, List<String> segments) {
    boolean anonymous =
        settings.development()
            && request.path() instanceof ResourcePath.Account
            && request.header(Names.AUTHORIZATION).isEmpty();
    return anonymous ? new Caller.Visitor() : authentication.authenticate(request.http(), segments);
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

  private static boolean isOurs(ErrorCode code) {
    return code == ErrorCode.INTERNAL
        || code == ErrorCode.CORRUPTED
        || code == ErrorCode.STORAGE_FAILED;
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
