// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// What the door is run with.
///
/// @param version of the server
/// @param development whether everybody knows the primary key
/// @param doors those that clients of the wire protocols connect to, as far as they are open
public record AdminSettings(
    String version,
    boolean development,
    InstantSource clock,
    Supplier<List<AdvertisedDoor>> doors) {}
