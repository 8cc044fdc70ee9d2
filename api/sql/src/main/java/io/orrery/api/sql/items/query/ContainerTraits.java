// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.orrery.api.sql.containers.ContainerBody;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.query.ComputedProperty;
import io.orrery.api.sql.query.QuerySurroundings;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.query.spatial.Geography;
import io.orrery.query.spatial.Plane;
import io.orrery.query.spatial.Space;
import io.orrery.query.syntax.Query;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// What queries need to know of a container's definition, read once for each.
///
/// @param space where the shapes in its items lie
public record ContainerTraits(Map<String, Query> computedProperties, Space space) {
  /// By what the container's definition holds: another definition is another array.
  private static final Cache<byte[], ContainerTraits> KNOWN =
      Caffeine.newBuilder().weakKeys().build();

  public ContainerTraits {
    computedProperties = Map.copyOf(computedProperties);
  }

  public static ContainerTraits of(ContainerDefinition definition) {
    return KNOWN.get(definition.properties(), _ -> read(definition));
  }

  public static ContainerTraits of(ContainerHandle container) {
    return of(container.container().definition());
  }

  /// What a query on its items that begins now may know besides them.
  public QuerySurroundings surroundings(InstantSource clock) {
    return QuerySurroundings.begin(clock, space);
  }

  private static ContainerTraits read(ContainerDefinition definition) {
    Members shown = Members.of(ContainerBody.of(definition).shown());
    boolean plane =
        shown
            .object("geospatialConfig")
            .flatMap(config -> config.text("type"))
            .filter("Geometry"::equals)
            .isPresent();
    return new ContainerTraits(
        computedProperties(shown), plane ? Plane.EUCLIDEAN : Geography.EARTH);
  }

  private static Map<String, Query> computedProperties(Members shown) {
    Map<String, Query> queries = new LinkedHashMap<>();
    if (shown.has("computedProperties")) {
      for (Members property : shown.objects("computedProperties")) {
        queries.put(
            property.requireText("name"), ComputedProperty.parse(property.requireText("query")));
      }
    }
    return queries;
  }
}
