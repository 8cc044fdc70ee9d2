// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.ResourcePath.ScriptKind;
import io.orrery.api.sql.protocol.ResourcePath.UserAddress;
import io.orrery.wire.http.PercentEncoding;
import java.util.List;
import java.util.Locale;

/// Reads addresses. Slashes at the beginning and end, and doubled ones, do not count: SDKs differ
/// in them. An id is percent-decoded after the address was cut at its slashes.
public final class PathParser {
  private static final ResourcePath UNKNOWN = new ResourcePath.Unknown();

  private PathParser() {}

  /// The ids and types between the slashes, decoded, of an address with what follows a question
  /// mark in it. Ids of items and scripts may have one, and the JavaScript SDK does not encode it:
  /// to these it belongs, and none of their addresses has parameters. Fails with INVALID_ARGUMENT
  /// if something is not properly encoded.
  public static List<String> segments(String path, String query) {
    List<String> segments = PercentEncoding.segments(path);
    if (!query.isEmpty() && leadsToFreelyNamed(parse(segments))) {
      segments.set(segments.size() - 1, segments.getLast() + "?" + PercentEncoding.decode(query));
    }
    return segments;
  }

  private static boolean leadsToFreelyNamed(ResourcePath path) {
    return path instanceof ResourcePath.Item || path instanceof ResourcePath.Script;
  }

  public static ResourcePath parse(List<String> segments) {
    if (segments.isEmpty()) {
      return new ResourcePath.Account();
    }
    return switch (type(segments.getFirst())) {
      case "dbs" -> databases(segments.subList(1, segments.size()));
      case "offers" -> offers(segments);
      case "addresses" -> segments.size() == 1 ? new ResourcePath.Addresses() : UNKNOWN;
      case "_explorer" -> new ResourcePath.Explorer(segments.size() == 2 ? segments.get(1) : "");
      default -> UNKNOWN;
    };
  }

  private static ResourcePath databases(List<String> segments) {
    if (segments.isEmpty()) {
      return new ResourcePath.DatabaseFeed();
    }
    DatabaseAddress database = new DatabaseAddress(segments.getFirst());
    if (segments.size() == 1) {
      return new ResourcePath.Database(database);
    }
    boolean feed = segments.size() == 2;
    return switch (type(segments.get(1))) {
      case "colls" ->
          feed
              ? new ResourcePath.ContainerFeed(database)
              : container(
                  new ContainerAddress(database, segments.get(2)),
                  segments.subList(3, segments.size()));
      case "users" ->
          feed
              ? new ResourcePath.UserFeed(database)
              : user(
                  new UserAddress(database, segments.get(2)), segments.subList(3, segments.size()));
      case "clientencryptionkeys" -> encryptionKeys(database, segments.subList(2, segments.size()));
      default -> UNKNOWN;
    };
  }

  private static ResourcePath encryptionKeys(DatabaseAddress database, List<String> segments) {
    return switch (segments.size()) {
      case 0 -> new ResourcePath.EncryptionKeyFeed(database);
      case 1 -> new ResourcePath.EncryptionKey(database, segments.getFirst());
      default -> UNKNOWN;
    };
  }

  private static ResourcePath container(ContainerAddress container, List<String> segments) {
    return switch (segments.size()) {
      case 0 -> new ResourcePath.Container(container);
      case 1 -> feed(container, type(segments.getFirst()));
      case 2 -> child(container, type(segments.getFirst()), segments.get(1));
      default -> UNKNOWN;
    };
  }

  private static ResourcePath feed(ContainerAddress container, String type) {
    return switch (type) {
      case "docs" -> new ResourcePath.ItemFeed(container);
      case "pkranges" -> new ResourcePath.RangeFeed(container);
      case "conflicts" -> new ResourcePath.ConflictFeed(container);
      case "sprocs" -> new ResourcePath.ScriptFeed(container, ScriptKind.STORED_PROCEDURE);
      case "triggers" -> new ResourcePath.ScriptFeed(container, ScriptKind.TRIGGER);
      case "udfs" -> new ResourcePath.ScriptFeed(container, ScriptKind.USER_DEFINED_FUNCTION);
      default -> UNKNOWN;
    };
  }

  private static ResourcePath child(ContainerAddress container, String type, String id) {
    return switch (type) {
      case "docs" -> new ResourcePath.Item(container, id);
      case "pkranges" -> new ResourcePath.Range(container, id);
      case "conflicts" -> new ResourcePath.Conflict(container, id);
      case "sprocs" -> new ResourcePath.Script(container, ScriptKind.STORED_PROCEDURE, id);
      case "triggers" -> new ResourcePath.Script(container, ScriptKind.TRIGGER, id);
      case "udfs" -> new ResourcePath.Script(container, ScriptKind.USER_DEFINED_FUNCTION, id);
      case "operations" ->
          type(id).equals("partitionkeydelete")
              ? new ResourcePath.PartitionKeyDelete(container)
              : UNKNOWN;
      default -> UNKNOWN;
    };
  }

  private static ResourcePath user(UserAddress user, List<String> segments) {
    if (segments.isEmpty()) {
      return new ResourcePath.User(user);
    }
    if (!type(segments.getFirst()).equals("permissions") || segments.size() > 2) {
      return UNKNOWN;
    }
    return segments.size() == 1
        ? new ResourcePath.PermissionFeed(user)
        : new ResourcePath.Permission(user, segments.get(1));
  }

  private static ResourcePath offers(List<String> segments) {
    return switch (segments.size()) {
      case 1 -> new ResourcePath.OfferFeed();
      case 2 -> new ResourcePath.Offer(segments.get(1));
      default -> UNKNOWN;
    };
  }

  private static String type(String segment) {
    return segment.toLowerCase(Locale.ROOT);
  }
}
