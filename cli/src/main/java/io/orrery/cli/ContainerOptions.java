// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What of a container can be changed later on.
final class ContainerOptions {
  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      description = "how long items live; -1: as long as they say themselves")
  private @Nullable Long ttl;

  @Option(names = "--idx", paramLabel = "JSON|@FILE", description = "the indexing policy")
  private @Nullable String indexing;

  Value.Document addTo(Value.Document definition) {
    Value.Document changed = definition;
    if (ttl != null) {
      changed = JsonArguments.with(changed, "defaultTtl", new Value.Int64(ttl));
    }
    if (indexing != null) {
      changed = JsonArguments.with(changed, "indexingPolicy", JsonArguments.parse(indexing));
    }
    return changed;
  }
}
