// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import java.time.InstantSource;
import java.util.List;

/// What the door is run with.
///
/// @param doors those that clients of the wire protocols connect to
public record AdminSettings(InstantSource clock, List<AdvertisedDoor> doors) {
  public AdminSettings {
    doors = List.copyOf(doors);
  }
}
