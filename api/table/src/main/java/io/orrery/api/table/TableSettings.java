// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import io.orrery.wire.http.HttpRequest;
import java.time.InstantSource;
import java.util.function.Function;

/// What the door is run with.
///
/// @param development whether Azurite's account is served, whose key everybody knows
/// @param origin where whoever sent a request reaches this port
public record TableSettings(
    boolean development, Function<HttpRequest, String> origin, InstantSource clock) {}
