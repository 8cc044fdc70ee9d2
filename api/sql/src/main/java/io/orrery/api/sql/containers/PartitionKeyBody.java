// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PartitionKeyDefinition.Kind;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// `partitionKey`: paths, kind and version of the hash. Clients hash with the version we return, so
/// it is always explicit; one that says nothing gets version 1, as documented.
///
/// @param shown as clients see it
record PartitionKeyBody(PartitionKeyDefinition definition, Value.Document shown) {
  private static final String SYSTEM_PATH = "/_partitionKey";

  /// A container without partition key, in the form clients know for it.
  private static final PartitionKeyBody NONE =
      new PartitionKeyBody(
          PartitionKeyDefinition.NONE,
          Json.object()
              .put("paths", Json.texts(List.of(SYSTEM_PATH)))
              .put("kind", "Hash")
              .put("version", PartitionKeyDefinition.NONE.version())
              .put("systemKey", true)
              .build());

  /// @param old what the container has already: it fills in what a replacing body leaves out
  static PartitionKeyBody parse(Members container, Optional<PartitionKeyBody> old) {
    Optional<Members> body = container.object("partitionKey");
    if (body.isEmpty()) {
      return old.orElse(NONE);
    }
    Members key = body.get();
    List<String> paths = key.texts("paths");
    if (key.truth("systemKey").orElse(false) && paths.equals(List.of(SYSTEM_PATH))) {
      return NONE;
    }
    if (paths.size() > PartitionKeyDefinition.MAX_LEVELS) {
      throw Refusals.invalid(
          "Too many partition key paths (%d) specified. A maximum of %d is allowed."
              .formatted(paths.size(), PartitionKeyDefinition.MAX_LEVELS));
    }
    Kind kind = kind(key, paths);
    long version =
        version(key)
            .or(() -> old.map(known -> (long) known.definition().version()))
            .orElse(kind == Kind.HASH ? 1L : 2L);
    if (version != 1 && version != 2) {
      throw Refusals.invalid("The property 'partitionKey.version' must be 1 or 2.");
    }
    PartitionKeyDefinition definition =
        new PartitionKeyDefinition(
            paths.stream().map(PartitionKeyBody::path).toList(), kind, (int) version);
    return new PartitionKeyBody(
        definition,
        Json.object()
            .put("paths", Json.texts(paths))
            .put("kind", kind == Kind.HASH ? "Hash" : "MultiHash")
            .put("version", version)
            .build());
  }

  /// Space inside a path must be in quotes, unlike in other paths.
  private static PropertyPath path(String text) {
    int space = unquotedSpace(text);
    if (space >= 0) {
      throw unacceptable(text, space, "It has a space outside of quotes.");
    }
    try {
      return PropertyPath.parse(text);
    } catch (OrreryException wrong) {
      int position = text.startsWith("/") ? text.length() - 1 : 0;
      throw unacceptable(text, position, String.valueOf(wrong.getMessage()));
    }
  }

  private static int unquotedSpace(String text) {
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      quoted ^= text.charAt(i) == '"';
      if (!quoted && Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static OrreryException unacceptable(String path, int position, String reason) {
    return Refusals.invalid(
        "The partition key component definition path '%s' could not be accepted, failed near position '%d'. Partition key paths must contain only valid characters and not contain a trailing slash or wildcard character. %s"
            .formatted(path, position, reason));
  }

  /// A number; the Java SDK writes it as text, with a letter before it.
  private static Optional<Long> version(Members key) {
    return key.find("version").orElse(null) instanceof Value.Text(String text)
        ? Optional.of(
            switch (text) {
              case "1", "V1" -> 1L;
              case "2", "V2" -> 2L;
              default -> 0L;
            })
        : key.integer("version");
  }

  private static Kind kind(Members key, List<String> paths) {
    String kind =
        key.choice("kind", List.of("Hash", "MultiHash", "Range"))
            .orElse(paths.size() > 1 ? "MultiHash" : "Hash");
    return switch (kind) {
      case "Hash" -> Kind.HASH;
      case "MultiHash" -> Kind.MULTI_HASH;
      default -> throw Refusals.notSupported("partition keys of the kind " + kind);
    };
  }

  static PartitionKeyBody of(PartitionKeyDefinition definition, Value.Document shown) {
    return new PartitionKeyBody(definition, shown);
  }
}
