// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.settings.Setting;
import io.orrery.wire.connection.Codec;
import java.util.Optional;

/// An API that clients connect to. What is done for every API follows from this: its port and TLS,
/// the ready file, `/ready`, metrics, connection strings, the order of start and stop.
///
/// @param name in settings, in the ready file and in metrics: `sql`
/// @param title for people: `SQL API`
/// @param port 0 takes any free one, empty does not open it
/// @param codec what is spoken, and who answers
/// @param connectionString what clients are configured with
record Door(
    String name,
    String title,
    Setting<Optional<Integer>> port,
    Codec codec,
    Schemes schemes,
    ConnectionString connectionString) {

  /// How the address of a door begins.
  record Schemes(String plain, String secure) {
    static final Schemes HTTP = new Schemes("http", "https");
  }

  /// Where a client finds a door: at the host of the address it found the account at.
  ///
  /// @param account that address, which names the port of the SQL API, or whatever stands before it
  /// @param port the door's own
  record Place(String account, int port) {

    boolean secure() {
      return account.startsWith("https:");
    }

    /// Without the port; an IPv6 address has brackets.
    String host() {
      int scheme = account.indexOf("://");
      int start = scheme < 0 ? 0 : scheme + 3;
      int end = account.indexOf('/', start);
      String authority = account.substring(start, end < 0 ? account.length() : end);
      int colon = authority.lastIndexOf(':');
      return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }
  }

  /// Puts it together.
  @FunctionalInterface
  interface ConnectionString {
    String of(Place place, String key);
  }
}
