// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// Which parts work. Not ready before the start is complete, nor from the moment a stop begins, so
/// that whoever balances load stops sending requests first.
public final class Readiness {
  private static final String READY = "ready";

  private final Map<String, Part> parts = new ConcurrentSkipListMap<>();
  private volatile Optional<String> server = Optional.of("starting");

  public void add(String name, Part part) {
    parts.put(name, part);
  }

  public void started() {
    server = Optional.empty();
  }

  /// From now on the parts are closed one by one, so they are not asked any more.
  public void stopping() {
    server = Optional.of("stopping");
    parts.clear();
  }

  /// The state of every part by its name: `ready`, or what is wrong.
  public Map<String, String> states() {
    Map<String, String> states = new LinkedHashMap<>();
    states.put("server", server.orElse(READY));
    parts.forEach((name, part) -> states.put(name, part.fault().orElse(READY)));
    return states;
  }

  static boolean isReady(Map<String, String> states) {
    return states.values().stream().allMatch(READY::equals);
  }
}
