// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.query.ContainerTraits;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.api.sql.scripts.ContainerFunctions;
import io.orrery.api.sql.scripts.QueryFunctions;
import io.orrery.gateway.Committed;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Transaction;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.script.ScriptCall;
import io.orrery.script.ScriptLog;
import io.orrery.script.ScriptResult;
import io.orrery.script.Scripts;
import io.orrery.wire.http.PercentEncoding;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Runs the scripts of one request in one transaction, and keeps what they log.
final class ScriptRunner {
  private static final byte[] NO_ROW_KEY = {};

  private final Directory directory;
  private final Gateway gateway;
  private final Scripts scripts;
  private final QueryFunctions functions;

  ScriptRunner(Directory directory, Gateway gateway, Scripts scripts) {
    this.directory = directory;
    this.gateway = gateway;
    this.scripts = scripts;
    this.functions = new QueryFunctions(scripts, directory.administration().scripts());
  }

  /// One attempt to do the work of a request: it may be made several times, and each begins anew.
  static final class Attempt {
    private final Scripts scripts;
    private final Transaction transaction;
    private final TransactionHost host;
    private final ProvisionalNames names;
    private final ScriptLog log;

    private Attempt(
        Scripts scripts,
        Transaction transaction,
        TransactionHost host,
        ProvisionalNames names,
        ScriptLog log) {
      this.scripts = scripts;
      this.transaction = transaction;
      this.host = host;
      this.names = names;
      this.log = log;
    }

    Transaction transaction() {
      return transaction;
    }

    ScriptResult run(ScriptCall call) {
      return scripts.run(call, host, log);
    }
  }

  /// Does the work in a transaction on a partition key, and answers with what it came to; with its
  /// log, also if it failed.
  <T> Answer answer(
      ItemRequest request,
      PartitionKey key,
      Function<Attempt, T> work,
      BiFunction<Committed<T>, ProvisionalNames, Answer> answer) {
    boolean logs = request.sql().flag(Names.SCRIPT_LOGGING);
    AtomicReference<@Nullable Attempt> last = new AtomicReference<>();
    Container container = request.owner().handle().container();
    Links links = new Links(directory, container);
    try {
      Committed<T> committed =
          gateway.transact(
              request.handle(),
              request.handle().key(key, NO_ROW_KEY),
              transaction -> {
                var log = logs ? ScriptLog.kept(scripts.limits().logLength()) : ScriptLog.ignored();
                var names = new ProvisionalNames(request, transaction);
                try (ContainerFunctions calls = functions.of(container)) {
                  TransactionHost host =
                      new TransactionHost(
                          request,
                          key,
                          transaction,
                          links,
                          names,
                          parameters ->
                              settings(parameters, calls, container, request.sql().clock()));
                  Attempt attempt = new Attempt(scripts, transaction, host, names, log);
                  last.set(attempt);
                  return work.apply(attempt);
                }
              },
              request.context());
      Attempt committing = Objects.requireNonNull(last.get());
      String text = committing.names.settle(committing.log.text(), committed.writes());
      return logged(answer.apply(committed, committing.names), logs, text);
    } catch (OrreryException failure) {
      if (!logs || SqlErrors.isServerError(failure)) {
        throw failure;
      }
      Attempt failed = last.get();
      String text = failed == null ? "" : failed.log.text();
      return logged(SqlErrors.answer(failure, request.sql().activityId()), true, text);
    }
  }

  private static QuerySettings settings(
      Map<String, Value> parameters,
      ContainerFunctions calls,
      Container container,
      InstantSource clock) {
    ContainerTraits traits = ContainerTraits.of(container.definition());
    return new QuerySettings(
        parameters, calls, traits.computedProperties(), traits.surroundings(clock));
  }

  private static Answer logged(Answer answer, boolean logs, String text) {
    return logs ? answer.header(Names.SCRIPT_LOG, PercentEncoding.encodeWhole(text)) : answer;
  }
}
