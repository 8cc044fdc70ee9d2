// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import org.jspecify.annotations.Nullable;

/// The rules about throughput that a container must meet.
final class NewContainers {
  private NewContainers() {}

  /// How many partitions a new container starts with.
  static int partitions(
      @Nullable SharedThroughput shared,
      ContainerDefinition definition,
      @Nullable Throughput own,
      ControlPlane.Options options) {
    boolean fixed = definition.key().kind() == PartitionKeyDefinition.Kind.NONE;
    if (own == null) {
      if (shared == null) {
        throw invalid("it needs a throughput of its own, its database has none to share");
      }
      if (fixed) {
        throw invalid("it needs a partition key to share its database's throughput");
      }
      return shared.throughput().initialPartitions(options.limits());
    }
    validateFixed(definition, own, options.limits());
    return fixed ? 1 : own.initialPartitions(options.limits());
  }

  /// A container without partition key has one partition, and no more throughput than one can
  /// serve.
  static void validateFixed(ContainerDefinition definition, Throughput own, Limits limits) {
    if (definition.key().kind() == PartitionKeyDefinition.Kind.NONE && own.partitions(limits) > 1) {
      throw invalid(
          "without a partition key it can have at most %d RU/s"
              .formatted(limits.physicalPartitionRu()));
    }
  }

  private static OrreryException invalid(String reason) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "The container is not valid: " + reason + ".");
  }
}
