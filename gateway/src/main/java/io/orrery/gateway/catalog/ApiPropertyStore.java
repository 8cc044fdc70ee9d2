// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand.SetApiProperties;
import io.orrery.control.catalog.CatalogOutcome;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.catalog.ApiProperties;
import io.orrery.model.container.Api;
import java.util.function.UnaryOperator;

/// What one API keeps for the whole account, in its own form. Looking never waits.
public final class ApiPropertyStore {
  private final CatalogClient catalog;
  private final Api api;

  public ApiPropertyStore(CatalogClient catalog, Api api) {
    this.catalog = catalog;
    this.api = api;
  }

  /// Empty as long as nothing was ever kept.
  public byte[] content() {
    return catalog.view().apiProperties(api).content().clone();
  }

  /// Grows with every change. Who looks at it before the content, and finds it unchanged later, has
  /// the content of now.
  public long revision() {
    return catalog.view().apiProperties(api).revision();
  }

  /// Puts a new content in the place of the present one; made again if somebody changed that
  /// meanwhile. What the function throws is passed on, and nothing is changed then.
  public void change(UnaryOperator<byte[]> change) {
    boolean stored;
    do {
      stored = attempt(change);
    } while (!stored);
  }

  private boolean attempt(UnaryOperator<byte[]> change) {
    ApiProperties old = catalog.view().apiProperties(api);
    var command =
        new SetApiProperties(
            catalog.now(), api, old.revision(), change.apply(old.content().clone()));
    return switch (catalog.propose(command)) {
      case CatalogOutcome.Stored _ -> true;
      case CatalogOutcome.Refused(Refusal reason) when reason == Refusal.OUTDATED -> false;
      case CatalogOutcome.Refused(Refusal reason) ->
          throw CatalogClient.unexpected(command, reason);
      case CatalogOutcome.Removed _, CatalogOutcome.NotLeader _ ->
          throw new IllegalStateException("nothing was stored by " + command);
    };
  }
}
