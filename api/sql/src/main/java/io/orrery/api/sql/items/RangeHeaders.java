// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.gateway.Scope;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.Optional;

/// The headers by which clients address a physical range: its id, alone or behind the container's
/// rid and a comma, and the part of the ring they mean.
public final class RangeHeaders {
  private RangeHeaders() {}

  /// What a request without partition key is about.
  public static Scope scope(ItemRequest request) {
    Optional<PartitionMap.Entry> route = route(request);
    Optional<HashRange> part = part(request);
    if (route.isEmpty()) {
      return part.map(Scope::of).orElse(Scope.ALL);
    }
    HashRange range = route.get().range();
    if (part.isEmpty()) {
      return Scope.of(range);
    }
    if (!range.overlaps(part.get())) {
      throw gone(route.get().ordinal() + " does not hold " + part.get());
    }
    return Scope.of(range.intersect(part.get()));
  }

  /// The range addressed, if one is, to which the request then keeps. Fails with RANGE_GONE if it
  /// was split.
  public static Optional<PartitionMap.Entry> route(ItemRequest request) {
    Optional<PartitionMap.Entry> route = find(request);
    route.ifPresent(found -> request.context().pinTo(found.ordinal()));
    return route;
  }

  /// The range addressed, if one is. Fails with RANGE_GONE if it was split.
  public static Optional<PartitionMap.Entry> find(ItemRequest request) {
    Optional<String> header = request.sql().header(Names.PARTITION_KEY_RANGE);
    if (header.isEmpty()) {
      return Optional.empty();
    }
    String text = header.get();
    int comma = text.lastIndexOf(',');
    String id = text.substring(comma + 1).strip();
    boolean other = comma >= 0 && !text.substring(0, comma).equals(request.owner().rid());
    if (other || !id.matches("\\d{1,9}")) {
      throw gone(text);
    }
    Optional<PartitionMap.Entry> route =
        request.owner().handle().findPartition(Integer.parseInt(id));
    return Optional.of(route.orElseThrow(() -> gone(text)));
  }

  private static Optional<HashRange> part(ItemRequest request) {
    Optional<String> start = request.sql().header(Names.START_POSITION);
    Optional<String> end = request.sql().header(Names.END_POSITION);
    if (start.isEmpty() && end.isEmpty()) {
      return Optional.empty();
    }
    try {
      EffectivePartitionKey min =
          start.map(EffectivePartitionKey::parse).orElse(EffectivePartitionKey.MIN);
      EffectivePartitionKey max =
          end.map(EffectivePartitionKey::parse).orElse(EffectivePartitionKey.MAX);
      return Optional.of(new HashRange(min, max));
    } catch (IllegalArgumentException notRange) {
      throw Refusals.invalid(
          "The headers %s and %s do not enclose a part of the ring."
              .formatted(Names.START_POSITION, Names.END_POSITION));
    }
  }

  private static OrreryException gone(String range) {
    return new OrreryException(
        ErrorCode.RANGE_GONE,
        "The partition key range %s does not exist any more.".formatted(range));
  }
}
