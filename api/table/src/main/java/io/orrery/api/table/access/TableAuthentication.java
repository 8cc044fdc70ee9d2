// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

import io.orrery.api.table.protocol.TableRequest;
import io.orrery.wire.http.HttpRequest;

/// Finds out who sent a request, by its head alone.
public final class TableAuthentication {
  private final SharedKeys keys;
  private final SharedAccess signatures;

  public TableAuthentication(SharedKeys keys, SharedAccess signatures) {
    this.keys = keys;
    this.signatures = signatures;
  }

  /// Fails with AuthenticationFailed.
  public TableCaller authenticate(TableRequest request) {
    HttpRequest http = request.http();
    String authorization = request.header("authorization").orElse("");
    if (!authorization.isEmpty()) {
      return new TableCaller.KeyCaller(keys.authenticate(authorization, http));
    }
    if (SharedAccess.isIn(request.parameters())) {
      return signatures.authenticate(request.parameters(), account(request), http.caller());
    }
    throw SharedKeys.failed("there is no Authorization header and no signature");
  }

  /// The account in the path or, where hosts have names of accounts, in that of the host.
  private static String account(TableRequest request) {
    String host = request.http().host().orElse("");
    int end = host.indexOf(".table.");
    return request.account().isEmpty() && end > 0
        ? TableRequest.primary(host.substring(0, end))
        : request.accountName();
  }
}
