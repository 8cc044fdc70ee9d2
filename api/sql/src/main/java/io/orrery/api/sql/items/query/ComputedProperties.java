// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.orrery.api.sql.containers.ContainerBody;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.query.ComputedProperty;
import io.orrery.control.ContainerDefinition;
import io.orrery.query.syntax.Query;
import java.util.LinkedHashMap;
import java.util.Map;

/// The computed properties of containers, as queries use them: read once for each definition.
public final class ComputedProperties {
  /// By what the container's definition holds: another definition is another array.
  private final Cache<byte[], Map<String, Query>> queries =
      Caffeine.newBuilder().weakKeys().build();

  public Map<String, Query> of(ContainerDefinition definition) {
    return queries.get(definition.properties(), _ -> read(definition));
  }

  private static Map<String, Query> read(ContainerDefinition definition) {
    Members shown = Members.of(ContainerBody.of(definition).shown());
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
