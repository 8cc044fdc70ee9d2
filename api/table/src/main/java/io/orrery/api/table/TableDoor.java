// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import io.orrery.api.table.access.SharedAccess;
import io.orrery.api.table.access.SharedKeys;
import io.orrery.api.table.access.TableAuthentication;
import io.orrery.api.table.access.TableCaller;
import io.orrery.api.table.protocol.ErrorText;
import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.api.table.service.Cors;
import io.orrery.api.table.service.StoredProperties;
import io.orrery.api.table.tables.TableCatalog;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers every request to the Table API's port: finds out what is addressed and who asks, has it
/// done, and turns whatever goes wrong into an error of this protocol.
public final class TableDoor implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(TableDoor.class);
  private static final int CLIENT_ID_MAX = 1024;

  private final Gateway gateway;
  private final TableSettings settings;
  private final TableAuthentication authentication;
  private final TableDispatch dispatch;
  private final Cors cors;

  public TableDoor(Gateway gateway, Credentials credentials, TableSettings settings) {
    this.gateway = gateway;
    this.settings = settings;
    TableCatalog catalog = new TableCatalog(gateway.administration());
    SharedKeys keys = new SharedKeys(credentials, settings.development(), settings.clock());
    this.authentication =
        new TableAuthentication(keys, new SharedAccess(keys, catalog::policy, settings.clock()));
    StoredProperties properties =
        new StoredProperties(gateway.administration().apiProperties(Api.TABLE));
    this.cors = new Cors(properties);
    this.dispatch = new TableDispatch(gateway, catalog, properties, settings.clock());
  }

  /// Entities of tables for those who do not speak the protocol.
  public ItemTexts view() {
    return dispatch.view();
  }

  @Override
  public HttpResponse handle(HttpRequest http) {
    return answer(http, task -> Optional.of(task.work().get())).orElseThrow();
  }

  /// Reads of single entities: nothing else can do without waiting.
  @Override
  public Optional<HttpResponse> answerAtOnce(HttpRequest http) {
    String path = http.path();
    return http.method().equals("GET") && path.endsWith(")") && !path.endsWith("()")
        ? answer(http, task -> task.workAtOnce().get())
        : Optional.empty();
  }

  private Optional<HttpResponse> answer(
      HttpRequest http, Function<TableTask, Optional<TableAnswer>> way) {
    UUID requestId = newId();
    Optional<TableAnswer> answer;
    try {
      answer =
          isPreflight(http)
              ? Optional.of(cors.preflight(http))
              : way.apply(allowed(http, requestId));
    } catch (OrreryException failure) {
      if (failure.code().isServerFailure()) {
        LOG.error("request {} failed", requestId, failure);
      }
      answer = Optional.of(failed(http, failure, requestId));
    } catch (RuntimeException bug) {
      LOG.error("request {} met a bug", requestId, bug);
      answer =
          Optional.of(
              ErrorText.json(
                  TableError.INTERNAL_ERROR,
                  "The server failed; its log has more under this id.",
                  requestId,
                  settings.clock().instant()));
    }
    return answer.map(known -> sent(known, http, requestId));
  }

  private HttpResponse sent(TableAnswer answer, HttpRequest http, UUID requestId) {
    TableAnswer shared = isPreflight(http) ? answer : cors.applyTo(answer, http);
    return shared.toHttp(requestId, clientId(http.headers()));
  }

  private static boolean isPreflight(HttpRequest http) {
    return http.method().equals("OPTIONS");
  }

  /// What the request asks for, which whoever sent it may do.
  private TableTask allowed(HttpRequest http, UUID requestId) {
    try {
      TableRequest request = TableRequest.of(http, settings.origin().apply(http), requestId);
      TableCaller caller = authentication.authenticate(request);
      http.caller().recognise();
      TableTask task = dispatch.task(request, caller);
      caller.require(task.use());
      requireWritable(request, task);
      return task;
    } catch (OrreryException refusal) {
      countRefused(refusal, requestId);
      throw refusal;
    }
  }

  /// Of such a request it is not even known which table it means.
  private void countRefused(OrreryException refusal, UUID requestId) {
    gateway.countRefused(Api.TABLE, RequestKind.UNKNOWN, refusal.code(), requestId);
  }

  private static void requireWritable(TableRequest request, TableTask task) {
    if (request.secondary() && task.use().action().effect() != Action.Effect.READ) {
      throw new TableRefusal(
          TableError.WRITE_ON_SECONDARY,
          "Write operations are not allowed at the secondary endpoint.");
    }
  }

  /// Requests about the service are answered in XML.
  private TableAnswer failed(HttpRequest http, OrreryException failure, UUID requestId) {
    boolean xml = http.query().contains("comp=");
    return xml
        ? ErrorText.xml(failure, requestId, settings.clock().instant())
        : ErrorText.json(failure, requestId, settings.clock().instant());
  }

  /// There is room for bodies of those with a key. Preflights have none.
  @Override
  public Optional<HttpResponse> refuseByHead(HttpRequest head) {
    if (isPreflight(head)) {
      return Optional.of(handle(head));
    }
    UUID requestId = newId();
    try {
      TableCaller _ =
          authentication.authenticate(
              TableRequest.of(head, settings.origin().apply(head), requestId));
      return Optional.empty();
    } catch (OrreryException refusal) {
      countRefused(refusal, requestId);
      return Optional.of(sent(failed(head, refusal, requestId), head, requestId));
    }
  }

  /// Refusals of the server itself, in the form of this protocol.
  @Override
  public HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    UUID requestId = newId();
    if (refusal.reason() == Refusal.Reason.FAILED) {
      LOG.error("request {} failed for the reason logged before this", requestId);
    }
    return ErrorText.json(
            TableError.of(refusal.reason()),
            refusal.message(),
            requestId,
            settings.clock().instant())
        .toHttp(requestId, clientId(sent));
  }

  /// What a client calls its request is told back to it.
  private static String clientId(HttpHeaders sent) {
    return sent.find("x-ms-client-request-id")
        .filter(id -> id.length() <= CLIENT_ID_MAX)
        .orElse("");
  }

  /// Need not be hard to guess.
  private static UUID newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong());
  }
}
