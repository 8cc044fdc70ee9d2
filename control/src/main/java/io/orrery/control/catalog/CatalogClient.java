// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.control.catalog.CatalogCommand.InitializeAccount;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.CatalogRecord;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;

/// Proposes commands on behalf of this machine: gives them its time, and looks for the leader.
public final class CatalogClient {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LEADERS_MAX = 100;

  private final Catalog catalog;
  private final InstantSource clock;

  public CatalogClient(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  public CatalogView view() {
    return catalog.view();
  }

  public long now() {
    return clock.millis();
  }

  /// Gives a new account its keys.
  public void initialize(SecureRandom random) {
    if (view().accountKeys().isEmpty()) {
      var command = new InitializeAccount(now(), AccountKeys.random(random));
      store(AccountKeys.class, command, reason -> unexpected(command, reason));
    }
  }

  /// Fails with UNAVAILABLE if no leader is to be found.
  public CatalogOutcome propose(CatalogCommand command) {
    for (int i = 0; i < LEADERS_MAX; i++) {
      CatalogOutcome outcome = catalog.propose(command, PATIENCE);
      if (!(outcome instanceof CatalogOutcome.NotLeader)) {
        return outcome;
      }
    }
    throw new OrreryException(ErrorCode.UNAVAILABLE, "The catalog has no leader now; try again.");
  }

  /// Carries out a command that stores something, and gives what it stored.
  ///
  /// @param refusal what a refusal means to the caller
  public <R extends CatalogRecord> R store(
      Class<R> type, CatalogCommand command, Function<Refusal, OrreryException> refusal) {
    return switch (propose(command)) {
      case CatalogOutcome.Stored(CatalogRecord record) -> type.cast(record);
      case CatalogOutcome.Refused(Refusal reason) -> throw refusal.apply(reason);
      case CatalogOutcome.Removed _, CatalogOutcome.NotLeader _ ->
          throw new IllegalStateException("nothing was stored by " + command);
    };
  }

  /// Carries out a command that removes something.
  public void remove(CatalogCommand command, Function<Refusal, OrreryException> refusal) {
    switch (propose(command)) {
      case CatalogOutcome.Removed _ -> {}
      case CatalogOutcome.Refused(Refusal reason) -> throw refusal.apply(reason);
      case CatalogOutcome.Stored _, CatalogOutcome.NotLeader _ ->
          throw new IllegalStateException("nothing was removed by " + command);
    }
  }

  /// What a refusal means that cannot come, since whoever proposes has seen to it.
  public static OrreryException unexpected(CatalogCommand command, Refusal refusal) {
    return new OrreryException(
        ErrorCode.INTERNAL, "The catalog refused %s: %s.".formatted(command, refusal));
  }
}
