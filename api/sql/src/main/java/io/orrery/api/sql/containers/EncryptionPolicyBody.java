// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.encryption.EncryptionAlgorithm;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `clientEncryptionPolicy`: which properties clients encrypt, with which key and how. It is for
/// ever: what is stored was encrypted by it. Messages are those of the SDKs, which check the same
/// before they send.
public final class EncryptionPolicyBody {
  private static final String NAME = "clientEncryptionPolicy";
  private static final String PATHS = "includedPaths";
  private static final String KEY = "clientEncryptionKeyId";
  private static final String DETERMINISTIC = "Deterministic";
  private static final String RANDOMIZED = "Randomized";

  /// The first version in which `id` and the partition key can be encrypted.
  private static final long ADDRESSES_ENCRYPTED = 2;

  private EncryptionPolicyBody() {}

  /// Puts the policy into what will be shown: that of the body, or the old one, which it must equal
  /// if the body has any.
  static void put(
      Members container, Optional<ContainerBody> old, PartitionKeyDefinition key, Json shown) {
    Optional<Value> given = container.object(NAME).map(policy -> parse(policy, key));
    Optional<Value> kept = old.flatMap(each -> Members.of(each.shown()).find(NAME));
    if (old.isPresent() && given.isPresent() && !isSame(given.get(), kept)) {
      throw Refusals.invalid("The client encryption policy of a container cannot be changed.");
    }
    given.or(() -> kept).ifPresent(policy -> shown.put(NAME, policy));
  }

  private static boolean isSame(Value given, Optional<Value> kept) {
    return kept.isPresent() && ValueOrder.SQL.compare(given, kept.get()) == 0;
  }

  private static Value parse(Members policy, PartitionKeyDefinition key) {
    long version = policy.integer("policyFormatVersion").orElse(1L);
    if (version < 1 || version > 2) {
      throw Refusals.invalid("Supported versions of client encryption policy are 1 and 2.");
    }
    Set<String> keyProperties =
        key.paths().stream().map(path -> path.segments().getFirst()).collect(Collectors.toSet());
    Set<String> seen = new HashSet<>();
    for (Members path : policy.objects(PATHS)) {
      String property = requireProperty(path.requireText("path"));
      if (!seen.add(property)) {
        throw Refusals.invalid(
            "Duplicate path found: /%s in client encryption policy.".formatted(property));
      }
      requireType(path, property.equals("id"), keyProperties.contains(property), version);
    }
    List<Value.Document> paths =
        policy.objects(PATHS).stream().map(EncryptionPolicyBody::shown).toList();
    return Json.object().put(PATHS, paths).put("policyFormatVersion", version).build();
  }

  private static String requireProperty(String path) {
    List<String> segments = PropertyPath.parse(path).segments();
    if (segments.size() != 1) {
      throw Refusals.invalid(
          "Only top-level paths are currently supported for encryption, not %s.".formatted(path));
    }
    return segments.getFirst();
  }

  /// Addresses must come out the same whenever they are encrypted, or nobody finds the item again.
  private static void requireType(Members path, boolean id, boolean partitionKey, long version) {
    String type = path.requireText("encryptionType");
    if (!type.equals(DETERMINISTIC) && !type.equals(RANDOMIZED)) {
      throw Refusals.invalid("EncryptionType should be either 'Deterministic' or 'Randomized'.");
    }
    if ((id || partitionKey) && version < ADDRESSES_ENCRYPTED) {
      throw Refusals.invalid(
          "Encryption of partition key or id is only supported with policy format version 2.");
    }
    if (id && !type.equals(DETERMINISTIC)) {
      throw Refusals.invalid(
          "The '/id' property must be encrypted using Deterministic encryption.");
    }
    if (partitionKey && !type.equals(DETERMINISTIC)) {
      throw Refusals.invalid(
          ("Path: %s which is part of the partition key has to be encrypted with Deterministic"
                  + " type Encryption.")
              .formatted(path.requireText("path")));
    }
  }

  private static Value.Document shown(Members path) {
    EncryptionAlgorithm.require(path.requireText("encryptionAlgorithm"));
    return Json.object()
        .put("path", path.requireText("path"))
        .put(KEY, path.requireText(KEY))
        .put("encryptionType", path.requireText("encryptionType"))
        .put("encryptionAlgorithm", EncryptionAlgorithm.NAME)
        .build();
  }

  /// The names of the keys that a container's properties are encrypted with; empty if none is.
  public static Set<String> keys(ContainerDefinition definition) {
    return Members.of(ContainerBody.of(definition).shown())
        .object(NAME)
        .map(policy -> policy.objects(PATHS))
        .orElse(List.of())
        .stream()
        .map(path -> path.requireText(KEY))
        .collect(Collectors.toSet());
  }
}
