// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Throughput;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// A container as the catalog remembers it.
///
/// @param number names it for ever: one of the same name made later has another
/// @param database the number of its database
/// @param timeMillis when its definition was last changed
/// @param revision grows with every such change
/// @param throughput its own; null if it shares its database's
public record Container(
    int number,
    int database,
    String name,
    long timeMillis,
    long revision,
    ContainerDefinition definition,
    @Nullable Throughput throughput,
    PartitionMap partitions)
    implements CatalogRecord {

  private static final int FORMAT = 1;

  public Container with(ContainerDefinition newDefinition, long nowMillis) {
    return new Container(
        number, database, name, nowMillis, revision + 1, newDefinition, throughput, partitions);
  }

  public Container named(String newName, long nowMillis) {
    return new Container(
        number, database, newName, nowMillis, revision + 1, definition, throughput, partitions);
  }

  public Container with(Throughput newThroughput) {
    return new Container(
        number, database, name, timeMillis, revision, definition, newThroughput, partitions);
  }

  public Container with(PartitionMap newPartitions) {
    return new Container(
        number, database, name, timeMillis, revision, definition, throughput, newPartitions);
  }

  @Override
  public byte[] encode() {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    out.writeVarint(number).writeVarint(database);
    CatalogText.write(out, name);
    out.writeVarint(timeMillis).writeVarint(revision);
    definition.write(out);
    Throughput.writeOptional(out, throughput);
    partitions.write(out);
    return out.toByteArray();
  }

  public static Container decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("a container's record has an unknown format");
    }
    Container container =
        new Container(
            in.readLength(),
            in.readLength(),
            CatalogText.read(in),
            in.readVarint(),
            in.readVarint(),
            ContainerDefinition.read(in),
            Throughput.readOptional(in),
            PartitionMap.read(in));
    in.requireEnd();
    return container;
  }
}
