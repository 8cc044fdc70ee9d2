// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.management;

import io.orrery.api.sql.account.AccountDocument;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.control.catalog.AccountKeys;
import io.orrery.gateway.access.Credentials;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `keys`: the account's keys, `…/{kind}/regenerate` to replace one, and `connection-strings` made
/// of them. The secret of resource tokens can be replaced but is never told.
public final class Keys {
  private static final List<AccountKeys.Name> TOLD =
      Stream.of(AccountKeys.Name.values())
          .filter(name -> name != AccountKeys.Name.TOKEN_SECRET)
          .toList();

  private final Credentials credentials;
  private final AccountDocument account;

  public Keys(Credentials credentials, AccountDocument account) {
    this.credentials = credentials;
    this.account = account;
  }

  public Answer list() {
    return answer(credentials.keys());
  }

  public Answer regenerate(String kind) {
    return answer(credentials.regenerate(name(kind)));
  }

  /// The strings that SDKs take, with the address that this request came to.
  public Answer connectionStrings(SqlRequest request) {
    AccountKeys keys = credentials.keys();
    String endpoint = account.endpoint(request.http());
    List<Json> strings =
        TOLD.stream()
            .map(
                name ->
                    Json.object()
                        .put("api", "sql")
                        .put("key", name.toString())
                        .put(
                            "connectionString",
                            "AccountEndpoint=%s;AccountKey=%s;"
                                .formatted(endpoint, text(keys, name))))
            .toList();
    return Answer.json(
        200,
        Json.object().put("connectionStrings", strings.stream().map(Json::build).toList()).build());
  }

  private static AccountKeys.Name name(String kind) {
    return Arrays.stream(AccountKeys.Name.values())
        .filter(name -> name.toString().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                Refusals.invalid(
                    "There is no key '%s'; the kinds are %s."
                        .formatted(
                            kind,
                            Arrays.stream(AccountKeys.Name.values())
                                .map(AccountKeys.Name::toString)
                                .collect(Collectors.joining(", ")))));
  }

  private static Answer answer(AccountKeys keys) {
    Json texts = Json.object();
    TOLD.forEach(name -> texts.put(name.toString(), text(keys, name)));
    return Answer.json(200, texts.build());
  }

  private static String text(AccountKeys keys, AccountKeys.Name name) {
    return Base64.getEncoder().encodeToString(keys.key(name));
  }
}
