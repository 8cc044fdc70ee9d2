// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.container.Api;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What the door is run with.
///
/// @param version of the server
/// @param development whether everybody knows the primary key
/// @param doors those that clients of the wire protocols connect to, as far as they are open
/// @param configuration every setting of the server
/// @param views items of the APIs that a browser cannot speak
/// @param vitals what the process takes of the machine at this moment, by name
public record AdminSettings(
    String version,
    boolean development,
    InstantSource clock,
    Supplier<List<AdvertisedDoor>> doors,
    List<ConfiguredValue> configuration,
    Map<Api, ItemTexts> views,
    Supplier<Map<String, Long>> vitals) {

  /// A setting, without anything secret.
  ///
  /// @param origin the flag, variable or file it came from
  public record ConfiguredValue(
      String name, String value, String source, String origin, String description) {}
}
