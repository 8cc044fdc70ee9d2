// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.json.Json;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The body that defines a container: read from a client, kept in the definition's properties,
/// shown again.
///
/// @param shown everything clients see but names and system properties
/// @param compositeNext the id the next new composite index gets
public record ContainerBody(Value.Document shown, int compositeNext) {
  private static final String SHOWN = "shown";
  private static final String COMPOSITE_NEXT = "compositeNext";
  private static final String PARTITION_KEY = "partitionKey";

  private static final Set<String> KNOWN =
      Set.of(
          "id",
          PARTITION_KEY,
          "indexingPolicy",
          "uniqueKeyPolicy",
          "defaultTtl",
          "ttlPropertyPath",
          "conflictResolutionPolicy",
          "geospatialConfig",
          "computedProperties",
          "vectorEmbeddingPolicy",
          "fullTextPolicy",
          "clientEncryptionPolicy",
          "changeFeedPolicy",
          "analyticalStorageTtl",
          "statistics");

  /// The definition of a new container.
  static ContainerDefinition create(Members body) {
    return definition(body, Optional.empty());
  }

  /// The definition that takes the place of an old one. What cannot be changed may be left out.
  static ContainerDefinition replace(Members body, ContainerDefinition old) {
    return definition(body, Optional.of(old));
  }

  public static ContainerBody of(ContainerDefinition definition) {
    if (Json.parse(definition.properties()) instanceof Value.Document stored
        && stored.property(SHOWN) instanceof Value.Document shown) {
      long next = Members.of(stored).integer(COMPOSITE_NEXT).orElse(0L);
      return new ContainerBody(shown, Math.toIntExact(next));
    }
    throw new OrreryException(
        ErrorCode.CORRUPTED, "The properties of a container are not those of the SQL API.");
  }

  private byte[] encode() {
    return Json.bytes(Json.object().put(SHOWN, shown).put(COMPOSITE_NEXT, compositeNext).build());
  }

  private static ContainerDefinition definition(Members body, Optional<ContainerDefinition> old) {
    requireKnown(body);
    Optional<ContainerBody> oldBody = old.map(ContainerBody::of);
    PartitionKeyBody key = PartitionKeyBody.parse(body, partitionKey(old, oldBody));
    IndexingBody indexing = IndexingBody.parse(body);
    CompositeIds ids =
        old.map(
                each ->
                    new CompositeIds(
                        each.indexing().composites(), oldBody.orElseThrow().compositeNext()))
            .orElse(CompositeIds.NONE)
            .assign(indexing.composites());
    Json shown =
        Json.object().put("indexingPolicy", indexing.shown()).put(PARTITION_KEY, key.shown());
    List<List<PropertyPath>> uniqueKeys = uniqueKeys(body, oldBody, shown);
    int ttlSeconds = timeToLive(body, shown);
    PolicyBodies.conflictResolution(body, shown);
    PolicyBodies.geospatial(body, indexing, shown);
    PolicyBodies.computedProperties(body, shown);
    PolicyBodies.vectorEmbeddings(withOldVectors(body, oldBody), indexing, shown);
    PolicyBodies.fullText(body, indexing, shown);
    EncryptionPolicyBody.put(body, oldBody, key.definition(), shown);
    long historyMillis = history(body, shown);
    return new ContainerDefinition(
        Api.SQL,
        key.definition(),
        new IndexingPolicy(
            indexing.enabled(),
            indexing.included(),
            indexing.excluded(),
            List.of(),
            ids.composites()),
        uniqueKeys,
        ttlSeconds,
        historyMillis,
        new ContainerBody(shown.build(), ids.next()).encode());
  }

  private static Optional<PartitionKeyBody> partitionKey(
      Optional<ContainerDefinition> old, Optional<ContainerBody> oldBody) {
    return old.map(
        definition ->
            PartitionKeyBody.of(
                definition.key(), oldBody.orElseThrow().requireObject(PARTITION_KEY)));
  }

  private Value.Document requireObject(String name) {
    return Members.of(shown)
        .object(name)
        .orElseThrow(() -> OrreryException.corrupted("a container has lost its " + name))
        .document();
  }

  private static void requireKnown(Members body) {
    for (String name : body.document().properties().keySet()) {
      if (!name.startsWith("_") && !KNOWN.contains(name) && body.has(name)) {
        throw Refusals.notSupported("the property '%s' of a container".formatted(name));
      }
    }
    if (body.has("ttlPropertyPath")) {
      throw Refusals.notSupported("ttlPropertyPath");
    }
    if (body.integer("analyticalStorageTtl").orElse(0L) != 0) {
      throw Refusals.notSupported("the analytical store (analyticalStorageTtl)");
    }
  }

  private static List<List<PropertyPath>> uniqueKeys(
      Members body, Optional<ContainerBody> old, Json shown) {
    Members policy =
        body.object("uniqueKeyPolicy")
            .or(() -> old.flatMap(each -> Members.of(each.shown()).object("uniqueKeyPolicy")))
            .orElseGet(() -> Members.of(Json.object().build()));
    List<List<String>> keys =
        policy.objects("uniqueKeys").stream().map(key -> key.texts("paths")).toList();
    if (!keys.isEmpty()) {
      List<Value.Document> shownKeys =
          keys.stream()
              .map(paths -> Json.object().put("paths", Json.texts(paths)).build())
              .toList();
      shown.put("uniqueKeyPolicy", Json.object().put("uniqueKeys", shownKeys));
    }
    return keys.stream().map(paths -> paths.stream().map(PropertyPath::parse).toList()).toList();
  }

  private static int timeToLive(Members body, Json shown) {
    if (body.document().property("defaultTtl") instanceof Value.Null) {
      throw Refusals.invalid("The property 'defaultTtl' must not be null; leave it out instead.");
    }
    Optional<Long> seconds = body.integer("defaultTtl");
    if (seconds.isEmpty()) {
      return TimeToLive.OFF;
    }
    long value = seconds.get();
    if (value != TimeToLive.NO_DEFAULT && (value < 1 || value > Integer.MAX_VALUE)) {
      throw Refusals.invalid(
          "The property 'defaultTtl' must be -1 or from 1 to %d.".formatted(Integer.MAX_VALUE));
    }
    shown.put("defaultTtl", value);
    return (int) value;
  }

  private static long history(Members body, Json shown) {
    long minutes =
        body.object("changeFeedPolicy")
            .flatMap(policy -> policy.integer("retentionDuration"))
            .orElse(0L);
    if (minutes < 0 || minutes > Integer.MAX_VALUE) {
      throw Refusals.invalid(
          "The property 'changeFeedPolicy.retentionDuration' must be a number of minutes.");
    }
    if (minutes > 0) {
      shown.put("changeFeedPolicy", Json.object().put("retentionDuration", minutes));
    }
    return Duration.ofMinutes(minutes).toMillis();
  }

  /// Vector embeddings are for ever: a replacing body has the same, or leaves them out.
  private static Members withOldVectors(Members body, Optional<ContainerBody> old) {
    String name = "vectorEmbeddingPolicy";
    Optional<Value> kept = old.flatMap(each -> Members.of(each.shown()).find(name));
    if (old.isEmpty()) {
      return body;
    }
    if (!body.has(name)) {
      return kept.map(policy -> Members.of(Json.of(body.document()).put(name, policy).build()))
          .orElse(body);
    }
    Json given = Json.object();
    PolicyBodies.vectorEmbeddings(body, IndexingBody.parse(Members.of(given.build())), given);
    Value now = given.build().property(name);
    boolean same = kept.map(policy -> ValueOrder.SQL.compare(policy, now) == 0).orElse(false);
    if (!same) {
      throw Refusals.invalid("The vector embedding policy of a container cannot be changed.");
    }
    return body;
  }
}
