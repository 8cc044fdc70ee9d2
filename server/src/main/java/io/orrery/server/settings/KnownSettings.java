// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import io.orrery.model.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The one table of settings.
public final class KnownSettings {
  public static final Setting<Mode> MODE =
      Setting.of(
          "mode",
          SettingType.choice(Mode.class),
          "development",
          "development: well-known key, loopback only; production: keys of its own, https only");

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

  public static final Setting<Optional<Integer>> SQL_PORT =
      Setting.of("apis.sql", SettingType.DOOR_PORT, "8081", "the port of the SQL API, or off")
          .orName("port")
          .orVariable("PORT");

  public static final Setting<Optional<Integer>> TABLE_PORT =
      Setting.of(
          "apis.table",
          SettingType.DOOR_PORT,
          "8902",
          "the port of the Table API, or off; any free one if that of the SQL API is");

  public static final Setting<Optional<Integer>> MONGO_PORT =
      Setting.of(
          "apis.mongo",
          SettingType.DOOR_PORT,
          "10255",
          "the port of the MongoDB API, or off; any free one if that of the SQL API is");

  public static final Setting<MongoTopology> MONGO_TOPOLOGY =
      Setting.of(
          "mongo.topology",
          SettingType.choice(MongoTopology.class),
          "replicaset",
          "as what drivers of MongoDB see the server: replicaset (globaldb) or sharded");

  public static final Setting<String> MONGO_ADDRESS =
      Setting.of(
          "mongo.address",
          SettingType.TEXT,
          "",
          "host:port that drivers of MongoDB are told to connect to; by default the one they came"
              + " to");

  public static final Setting<String> MONGO_VERSION =
      Setting.of(
          "mongo.version",
          SettingType.oneOf("4.2", "5.0", "6.0", "7.0", "8.0"),
          "7.0",
          "the version of MongoDB that drivers are told, and choose their commands by");

  public static final Setting<Boolean> MONGO_TEST_COMMANDS =
      Setting.of(
          "mongo.testCommands",
          SettingType.SWITCH,
          "off",
          "on: clients of MongoDB may make commands fail (configureFailPoint), for tests of"
              + " drivers");

  public static final Setting<Boolean> PORTAL =
      Setting.of("portal", SettingType.SWITCH, "on", "off: /_explorer/ has no portal")
          .orName("enableExplorer")
          .orVariable("ENABLE_EXPLORER");

  public static final Setting<Optional<Integer>> PORTAL_PORT =
      Setting.of(
              "portalPort",
              SettingType.DOOR_PORT,
              "1234",
              "where the portal is as well as at the port of the SQL API, or off; any free one if"
                  + " that of the SQL API is")
          .orName("explorerPort")
          .orVariable("EXPLORER_PORT");

  public static final Setting<Boolean> NATIVE_PORTS =
      Setting.of(
          "nativePorts",
          SettingType.SWITCH,
          "off",
          "on: the APIs are also at the ports that other servers of their protocols have");

  public static final Setting<String> PUBLIC_ENDPOINT =
      Setting.of(
              "publicEndpoint",
              SettingType.TEXT,
              "",
              "the address SDKs are told to use; by default the one their request came to")
          .orVariable("GATEWAY_PUBLIC_ENDPOINT");

  public static final Setting<Boolean> BEHIND_PROXY =
      Setting.of(
          "behindProxy",
          SettingType.SWITCH,
          "off",
          "on: a proxy in front sets X-Forwarded-Proto, -Host and -Port; SDKs are told these");

  public static final Setting<Path> KEY_FILE =
      Setting.of(
              "keyFile",
              SettingType.PATH,
              "",
              "a file with the primary key (base64), in place of the server's own")
          .orVariable("KEY_FILE");

  public static final Setting<Protocol> PROTOCOL =
      Setting.of(
              "protocol",
              SettingType.choice(Protocol.class),
              "",
              "what the ports of the APIs speak: both on the same port, http or https; both in"
                  + " development, https in production")
          .orVariable("PROTOCOL");

  public static final Setting<Path> CERTIFICATE =
      Setting.of(
              "certPath",
              SettingType.PATH,
              "",
              "a certificate with its key (PEM or PFX), in place of the server's own")
          .orVariable("CERT_PATH");

  public static final Setting<String> CERTIFICATE_SECRET =
      Setting.of("certSecret", SettingType.SECRET, "", "the password of the certificate's file")
          .orVariable("CERT_SECRET");

  public static final Setting<String> TLS_NAMES =
      Setting.of(
          "tlsNames",
          SettingType.TEXT,
          "",
          "more host names for the server's own certificate, separated by commas");

  public static final Setting<Integer> HEALTH_PORT =
      Setting.of(
          "healthPort", SettingType.PORT, "8080", "the port of /alive, /ready, /status, /metrics");

  public static final Setting<String> HEALTH_HOST =
      Setting.of(
          "healthHost",
          SettingType.TEXT,
          "127.0.0.1",
          "the address of the health port, which asks nobody for a key");

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

  public static final Setting<Boolean> WORKLOAD_RECORD =
      Setting.of(
          "workload.record",
          SettingType.SWITCH,
          "on",
          "remember which operations come how often, without values, for the advisor");

  public static final Setting<Double> WORKLOAD_SAMPLE_RATE =
      Setting.of(
          "workload.sampleRate",
          SettingType.SHARE,
          "1.0",
          "the share of queries that is remembered");

  public static final Setting<Integer> WORKLOAD_KEEP_HOURS =
      Setting.of(
          "workload.keepHours", SettingType.HOURS, "24", "how long operations are remembered");

  public static final Setting<Long> BLOCK_CACHE_BYTES =
      Setting.of(
          "store.blockCacheBytes",
          SettingType.BYTES,
          "160MB",
          "the cache of blocks read from disk");

  public static final Setting<Long> ITEM_CACHE_BYTES =
      Setting.of(
          "store.itemCacheBytes",
          SettingType.BYTES,
          "64MB",
          "the cache of items that were looked up, at most a sixth of the heap");

  public static final Setting<Long> MEMTABLE_BYTES =
      Setting.of(
          "store.memtableBytes",
          SettingType.BYTES,
          "128MB",
          "writes kept in memory before a flush");

  private static final String LIMITS = "limits.";
  private static final List<Setting<Long>> LIMIT_SETTINGS =
      Arrays.stream(Limits.Name.values()).map(KnownSettings::limit).toList();
  private static final List<Setting<?>> ALL = table();

  private KnownSettings() {}

  public static List<Setting<?>> all() {
    return ALL;
  }

  /// Every limit of the engine, as set.
  ///
  /// @throws io.orrery.model.OrreryException INVALID_ARGUMENT if a value makes no sense
  public static Limits limits(Settings settings) {
    Limits limits = Limits.DEFAULT;
    for (Setting<Long> setting : LIMIT_SETTINGS) {
      limits = limits.with(setting.name().substring(LIMITS.length()), settings.value(setting));
    }
    return limits;
  }

  private static Setting<Long> limit(Limits.Name name) {
    SettingType<Long> type =
        name.toString().endsWith("Bytes") ? SettingType.BYTES : SettingType.LONG;
    String standard = type.formatter().apply(Limits.DEFAULT.value(name));
    return Setting.of(LIMITS + name, type, standard, "a limit of the engine");
  }

  private static List<Setting<?>> table() {
    List<Setting<?>> all = new ArrayList<>();
    all.addAll(List.of(MODE, DATA_PATH, IN_MEMORY, HOST, SQL_PORT, TABLE_PORT));
    all.addAll(
        List.of(MONGO_PORT, MONGO_TOPOLOGY, MONGO_ADDRESS, MONGO_VERSION, MONGO_TEST_COMMANDS));
    all.add(NATIVE_PORTS);
    all.addAll(List.of(PORTAL, PORTAL_PORT));
    all.addAll(List.of(HEALTH_PORT, HEALTH_HOST));
    all.addAll(List.of(PROTOCOL, CERTIFICATE, CERTIFICATE_SECRET, TLS_NAMES));
    all.addAll(List.of(PUBLIC_ENDPOINT, BEHIND_PROXY, KEY_FILE, READY_FILE, LOG_LEVEL));
    all.addAll(List.of(THROTTLING, BLOCK_CACHE_BYTES, ITEM_CACHE_BYTES, MEMTABLE_BYTES));
    all.addAll(List.of(WORKLOAD_RECORD, WORKLOAD_SAMPLE_RATE, WORKLOAD_KEEP_HOURS));
    all.addAll(LIMIT_SETTINGS);
    return List.copyOf(all);
  }
}
