// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.access.Credentials;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `keys`: the account's keys, `…/{kind}/regenerate` to replace one, and `connection-strings` made
/// of them. The secret of resource tokens can be replaced but is never told.
final class AccountSecrets {
  private static final List<AccountKeys.Name> TOLD =
      Stream.of(AccountKeys.Name.values())
          .filter(name -> name != AccountKeys.Name.TOKEN_SECRET)
          .toList();

  private final Credentials credentials;
  private final Supplier<List<AdvertisedDoor>> doors;

  AccountSecrets(Credentials credentials, Supplier<List<AdvertisedDoor>> doors) {
    this.credentials = credentials;
    this.doors = doors;
  }

  Value keys() {
    return document(credentials.keys());
  }

  Value regenerate(String kind) {
    return document(credentials.regenerate(name(kind)));
  }

  /// What clients of each protocol take, with the address that this request came to.
  Value connectionStrings(HttpRequest request) {
    AccountKeys keys = credentials.keys();
    List<Value.Document> strings = new ArrayList<>();
    for (AdvertisedDoor door : doors.get()) {
      for (AccountKeys.Name name : TOLD) {
        strings.add(
            Json.object()
                .put("api", door.api())
                .put("key", name.toString())
                .put("connectionString", door.connectionString().apply(request, text(keys, name)))
                .build());
      }
    }
    return Json.object().put("connectionStrings", strings).build();
  }

  private static AccountKeys.Name name(String kind) {
    return Arrays.stream(AccountKeys.Name.values())
        .filter(name -> name.toString().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                AdminRequest.invalid(
                    "There is no key '%s'; the kinds are %s."
                        .formatted(
                            kind,
                            Arrays.stream(AccountKeys.Name.values())
                                .map(AccountKeys.Name::toString)
                                .collect(Collectors.joining(", ")))));
  }

  private static Value document(AccountKeys keys) {
    Json texts = Json.object();
    TOLD.forEach(name -> texts.put(name.toString(), text(keys, name)));
    return texts.build();
  }

  private static String text(AccountKeys keys, AccountKeys.Name name) {
    return Base64.getEncoder().encodeToString(keys.key(name));
  }
}
