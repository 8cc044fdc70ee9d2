// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.OpenContainer;
import io.orrery.control.Routes;
import io.orrery.gateway.observe.RequestObserver;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.Optional;

/// A container as requests use it: what it takes to build keys and to find partitions, worked out
/// once. Made by [Gateway#container]; good as long as the container exists, afterwards everything
/// fails with NOT_FOUND.
public final class ContainerHandle {
  private final OpenContainer open;
  private final RequestObserver observer;
  private final PartitionKeyDefinition definition;
  private final int number;
  private final int keyBytesMax;
  private volatile RouteTable table;

  ContainerHandle(OpenContainer open, Limits limits, RequestObserver observer) {
    this.open = open;
    this.observer = observer;
    this.definition = open.container().definition().key();
    this.number = open.container().number();
    this.keyBytesMax = limits.partitionKeyBytes();
    this.table = new RouteTable(open.lastRoutes());
  }

  /// The container as the catalog has it now.
  public Container container() {
    return open.container();
  }

  /// Names the container for ever.
  public int number() {
    return number;
  }

  /// Wants to be told of every request when it is over.
  public RequestObserver observer() {
    return observer;
  }

  public PartitionKeyDefinition definition() {
    return definition;
  }

  /// The key of an item. Fails with INVALID_ARGUMENT if the partition key does not fit the
  /// container, or is longer than a key may be.
  public ItemKey key(PartitionKey partitionKey, byte[] rowKey) {
    ByteWriter out = new ByteWriter(64);
    partitionKey.write(out);
    // The encoded form is never shorter than the value, so only a long one needs a closer look.
    if (out.size() > keyBytesMax && bytes(partitionKey) > keyBytesMax) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The partition key has %d bytes, more than the %d it may have."
              .formatted(bytes(partitionKey), keyBytesMax));
    }
    return ItemKey.of(definition.position(partitionKey), out.toByteArray(), rowKey);
  }

  private static long bytes(PartitionKey key) {
    long bytes = 0;
    for (Value component : key.components()) {
      if (component instanceof Value.Text(String text)) {
        bytes += GeneralisedUtf8.encode(text).length;
      } else {
        ByteWriter out = new ByteWriter();
        PartitionKey.of(component).write(out);
        bytes += out.size();
      }
    }
    return bytes;
  }

  /// The partition key inside an item's key.
  public PartitionKey partitionKey(ItemKey key) {
    return PartitionKey.read(new ByteReader(key.partitionKey()), definition.paths().size());
  }

  /// The partition with this ordinal; empty if it was split or never was.
  public Optional<PartitionMap.Entry> findPartition(int ordinal) {
    return open.routes()
        .ofOrdinal(ordinal)
        .map(route -> new PartitionMap.Entry(ordinal, route.range(), route.parents()));
  }

  /// Waits until the partitions need no further split, but not longer than the caller has patience.
  public void awaitSettled(Duration patience) {
    open.awaitSettled(patience);
  }

  OpenContainer open() {
    return open;
  }

  /// The routes of this moment.
  RouteTable table() {
    return prepare(open.routes());
  }

  /// The routes last used, also of a container that was deleted since.
  RouteTable lastTable() {
    return table;
  }

  private RouteTable prepare(Routes routes) {
    RouteTable known = table;
    if (known.routes() == routes) {
      return known;
    }
    RouteTable fresh = new RouteTable(routes);
    table = fresh;
    return fresh;
  }

  /// The routes that follow those in which a partition turned out to have moved; those of this
  /// moment if no others come in time.
  RouteTable newer(RouteTable outdated, Duration patience, RequestContext context) {
    context.throwIfDone();
    Duration remaining = context.remaining();
    Duration wait = patience.compareTo(remaining) < 0 ? patience : remaining;
    return prepare(open.awaitNewer(outdated.routes(), wait));
  }

  /// Where to read instead, after a read failed because its partition was split. Any other failure
  /// is passed on.
  RouteTable afterFailedRead(RouteTable outdated, OrreryException failure, RequestContext context) {
    if (failure.code() == ErrorCode.RANGE_GONE) {
      return newer(outdated, context.remaining(), context);
    }
    throw explain(failure);
  }

  /// The failure as the caller should see it: whatever goes wrong in a container that was deleted
  /// meanwhile, the reason is that it does not exist.
  OrreryException explain(OrreryException failure) {
    try {
      open.routes();
      return failure;
    } catch (OrreryException gone) {
      return gone;
    }
  }
}
