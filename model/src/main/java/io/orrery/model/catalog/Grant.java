// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PartitionKey;
import org.jspecify.annotations.Nullable;

/// What a permission allows. Mode and resource are kept in the words of the one who granted it,
/// beside what they mean: a container that gets the name later is another container.
///
/// @param writes whether it allows to change things, not only to read them
/// @param mode as it was written
/// @param resource the address of the resource, as it was written
/// @param container the number of the container; [#NO_CONTAINER] if there was none with this name
///   when the permission was granted, which then allows nothing
/// @param partitionKey what it is limited to; null for all keys
public record Grant(
    boolean writes,
    String mode,
    String resource,
    int container,
    Target target,
    @Nullable PartitionKey partitionKey)
    implements ResourceContent {
  public static final int NO_CONTAINER = 0;
  private static final int ALL_KEYS = 0;
  private static final int WHOLE_CONTAINER = 0;
  private static final int ONE_ITEM = 1;
  private static final int ONE_SCRIPT = 2;

  /// What in the container it is for.
  public sealed interface Target {

    record WholeContainer() implements Target {}

    record OneItem(String id) implements Target {}

    record OneScript(StoredScript.Kind kind, String id) implements Target {}
  }

  @Override
  public void write(ByteWriter out) {
    out.writeByte(writes ? 1 : 0);
    CatalogText.write(out, mode);
    CatalogText.write(out, resource);
    out.writeVarint(container);
    switch (target) {
      case Target.WholeContainer _ -> out.writeByte(WHOLE_CONTAINER);
      case Target.OneItem(String id) -> CatalogText.write(out.writeByte(ONE_ITEM), id);
      case Target.OneScript(var kind, String id) -> {
        out.writeByte(ONE_SCRIPT);
        kind.write(out);
        CatalogText.write(out, id);
      }
    }
    if (partitionKey == null) {
      out.writeByte(ALL_KEYS);
    } else {
      out.writeByte(1 + partitionKey.size());
      partitionKey.write(out);
    }
  }

  public static Grant read(ByteReader in) {
    return new Grant(
        in.readByte() != 0,
        CatalogText.read(in),
        CatalogText.read(in),
        in.readLength(),
        target(in),
        partitionKey(in));
  }

  private static Target target(ByteReader in) {
    int target = in.readByte();
    return switch (target) {
      case WHOLE_CONTAINER -> new Target.WholeContainer();
      case ONE_ITEM -> new Target.OneItem(CatalogText.read(in));
      case ONE_SCRIPT -> new Target.OneScript(StoredScript.Kind.read(in), CatalogText.read(in));
      default ->
          throw OrreryException.corrupted("a permission is for something unknown: " + target);
    };
  }

  private static @Nullable PartitionKey partitionKey(ByteReader in) {
    int components = in.readByte() - 1;
    return components < 0 ? null : PartitionKey.read(in, components);
  }
}
