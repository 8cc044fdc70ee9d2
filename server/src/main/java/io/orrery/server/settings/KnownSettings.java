// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The one table of settings.
public final class KnownSettings {
  public static final Setting<Mode> MODE =
      Setting.of(
          "mode",
          SettingType.choice(Mode.class),
          "development",
          "development: well-known key, loopback only; production: keys of its own");

  public static final Setting<Path> DATA_PATH =
      Setting.of("dataPath", SettingType.PATH, "./data", "the directory of the data")
          .orVariable("DATA_PATH");

  public static final Setting<Boolean> IN_MEMORY =
      Setting.of(
          "inMemory", SettingType.SWITCH, "off", "keep everything in memory, gone at the end");

  public static final Setting<String> HOST =
      Setting.of(
          "host",
          SettingType.TEXT,
          "",
          "the address to listen on; 127.0.0.1 in development, 0.0.0.0 in production");

  public static final Setting<Integer> HEALTH_PORT =
      Setting.of(
          "healthPort", SettingType.PORT, "8080", "the port of /alive, /ready, /status, /metrics");

  public static final Setting<Path> READY_FILE =
      Setting.of(
          "readyFile",
          SettingType.PATH,
          "",
          "a file that gets pid and endpoints once all is ready");

  public static final Setting<LogLevel> LOG_LEVEL =
      Setting.of(
              "logLevel",
              SettingType.choice(LogLevel.class),
              "warn",
              "how much is written to standard error")
          .orVariable("LOG_LEVEL");

  public static final Setting<Boolean> THROTTLING =
      Setting.of(
          "throttling", SettingType.SWITCH, "on", "off: request units are charged, never refused");

  private static final List<Setting<?>> ALL = table();

  private KnownSettings() {}

  public static List<Setting<?>> all() {
    return ALL;
  }

  private static List<Setting<?>> table() {
    List<Setting<?>> all =
        new ArrayList<>(
            List.of(
                MODE, DATA_PATH, IN_MEMORY, HOST, HEALTH_PORT, READY_FILE, LOG_LEVEL, THROTTLING));
    return List.copyOf(all);
  }
}
