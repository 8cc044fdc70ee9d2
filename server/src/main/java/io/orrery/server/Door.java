// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.Setting;
import io.orrery.wire.connection.Codec;
import java.util.Optional;

/// An API that clients connect to. What is done for every API follows from this: its port and TLS,
/// the ready file, `/ready`, metrics, the order of start and stop.
///
/// @param name in settings, in the ready file and in metrics: `sql`
/// @param title for people: `SQL API`
/// @param port 0 takes any free one, empty does not open it
/// @param codec what is spoken, and who answers
record Door(
    String name, String title, Setting<Optional<Integer>> port, Codec codec, Schemes schemes) {

  /// How the address of a door begins.
  record Schemes(String plain, String secure) {
    static final Schemes HTTP = new Schemes("http", "https");
  }
}
