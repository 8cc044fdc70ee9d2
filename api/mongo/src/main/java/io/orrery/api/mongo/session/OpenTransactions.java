// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.TransactionStep;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.gateway.Gateway;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The last transaction of each session that has had one.
final class OpenTransactions {
  /// As in MongoDB, unless it is set otherwise there.
  static final Duration LIFETIME = Duration.ofSeconds(60);

  private static final int SESSIONS_MAX = 10_000;
  private static final int OPEN_MAX = 1_000;
  private static final long KEPT_MILLIS = Duration.ofMinutes(30).toMillis();

  private final Gateway gateway;
  private final InstantSource clock;
  private final WriteIntents intents = new WriteIntents();

  /// By session, the one begun first first. Guarded by this.
  private final Map<String, OpenTransaction> transactions = new LinkedHashMap<>();

  OpenTransactions(Gateway gateway, InstantSource clock) {
    this.gateway = gateway;
    this.clock = clock;
  }

  private static String name(byte[] session) {
    return HexFormat.of().formatHex(session);
  }

  /// The transaction that a command is part of. Fails with NO_SUCH_TRANSACTION, TRANSACTION_TOO_OLD
  /// or TRANSACTION_COMMITTED if there is none that it can be part of.
  OpenTransaction at(TransactionStep step) {
    Retry wanted = step.transaction();
    List<OpenTransaction> given = new ArrayList<>();
    OpenTransaction found = step.starts() ? begin(wanted, given) : require(wanted);
    given.forEach(OpenTransaction::abort);
    return found;
  }

  private synchronized OpenTransaction begin(Retry wanted, List<OpenTransaction> given) {
    String session = name(wanted.session());
    OpenTransaction last = transactions.remove(session);
    if (last != null && last.number() >= wanted.number()) {
      transactions.put(session, last);
      throw last.number() > wanted.number()
          ? tooOld(wanted, last)
          : new MongoFailure(
              MongoError.CONFLICTING_OPERATION_IN_PROGRESS,
              "Cannot start transaction %d on session, it was started before."
                  .formatted(wanted.number()));
    }
    if (last != null) {
      given.add(last);
    }
    long now = clock.millis();
    forget(now, given);
    var documents =
        new TransactionDocuments(gateway, intents, gateway.request(LIFETIME.plusSeconds(5)));
    var fresh = new OpenTransaction(wanted, now + LIFETIME.toMillis(), documents);
    transactions.put(session, fresh);
    return fresh;
  }

  /// Makes room: those whose time is over are given up, and what became of old ones is forgotten.
  private void forget(long now, List<OpenTransaction> given) {
    int open = 0;
    var each = transactions.values().iterator();
    while (each.hasNext()) {
      OpenTransaction next = each.next();
      if (next.endMillis() + KEPT_MILLIS < now || transactions.size() > SESSIONS_MAX) {
        each.remove();
        given.add(next);
      } else if (next.endMillis() < now) {
        given.add(next);
      } else if (next.isHeld()) {
        open++;
      }
    }
    if (open >= OPEN_MAX) {
      throw new MongoFailure(
          MongoError.EXCEEDED_MEMORY_LIMIT,
          "There are %d transactions already, as many as there may be.".formatted(open));
    }
  }

  private static MongoFailure tooOld(Retry wanted, OpenTransaction last) {
    return new MongoFailure(
        MongoError.TRANSACTION_TOO_OLD,
        "Cannot continue transaction %d, the session has begun transaction %d."
            .formatted(wanted.number(), last.number()));
  }

  private OpenTransaction require(Retry wanted) {
    return find(wanted).orElseThrow(() -> OpenTransaction.gone(wanted.number()));
  }

  /// The transaction, if it was begun here and is the session's last.
  synchronized Optional<OpenTransaction> find(Retry wanted) {
    OpenTransaction last = transactions.get(name(wanted.session()));
    if (last != null && last.number() > wanted.number()) {
      throw tooOld(wanted, last);
    }
    return Optional.ofNullable(last).filter(known -> known.number() == wanted.number());
  }

  /// A session is over.
  void end(byte[] session) {
    OpenTransaction last;
    synchronized (this) {
      last = transactions.remove(name(session));
    }
    if (last != null) {
      last.abort();
    }
  }

  void endAll() {
    List<OpenTransaction> all;
    synchronized (this) {
      all = List.copyOf(transactions.values());
      transactions.clear();
    }
    all.forEach(OpenTransaction::abort);
  }
}
