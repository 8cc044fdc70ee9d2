// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.wire.http.HttpRequest;
import java.util.function.BiFunction;

/// A door that clients connect to, for the list of connection strings.
///
/// @param api its name, as settings and the ready file have it
/// @param connectionString what a client is given for a key, with the address that this request
///   came to
public record AdvertisedDoor(
    String api, BiFunction<HttpRequest, String, String> connectionString) {}
