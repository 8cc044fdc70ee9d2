// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.management;

import io.orrery.api.sql.SqlSettings;
import io.orrery.api.sql.account.AccountDocument;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.control.access.Access;
import io.orrery.control.access.AccountKeys;
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

  private final Access access;
  private final SqlSettings settings;
  private final AccountDocument account;

  public Keys(Access access, SqlSettings settings, AccountDocument account) {
    this.access = access;
    this.settings = settings;
    this.account = account;
  }

  public Answer list(SqlRequest request) {
    requireMethod("GET", request);
    return answer(settings.effective(access.keys()));
  }

  public Answer regenerate(SqlRequest request, String kind) {
    requireMethod("POST", request);
    AccountKeys.Name name = name(kind);
    if (name == AccountKeys.Name.PRIMARY && settings.primaryKey().isPresent()) {
      throw Refusals.invalid(
          "The primary key is the well-known one of development mode, or the one of --key-file;"
              + " start the server in production mode or change the file.");
    }
    return answer(settings.effective(access.regenerate(name)));
  }

  /// The strings that SDKs take, with the address that this request came to.
  public Answer connectionStrings(SqlRequest request) {
    requireMethod("GET", request);
    AccountKeys keys = settings.effective(access.keys());
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

  private static void requireMethod(String method, SqlRequest request) {
    if (!request.method().equals(method)) {
      throw Refusals.method(request);
    }
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
