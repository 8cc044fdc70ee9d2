// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// All resources of one kind that belong to the same owner, such as the users of a database.
public sealed interface Siblings {

  /// Stand in front of stored resources, and never change.
  int USER = 'U';

  int PERMISSION = 'P';
  int SCRIPT = 'S';
  int ENCRYPTION_KEY = 'E';

  record Users(int database) implements Siblings {}

  record Permissions(int database, int user) implements Siblings {}

  record Scripts(int container, StoredScript.Kind kind) implements Siblings {}

  record EncryptionKeys(int database) implements Siblings {}

  default void requireFits(ResourceContent content) {
    boolean fits =
        switch (this) {
          case Users _ -> content instanceof ResourceContent.Nothing;
          case Permissions _ -> content instanceof Grant;
          case Scripts _ -> content instanceof ResourceContent.Source;
          case EncryptionKeys _ -> content instanceof ResourceContent.WrappedKey;
        };
    if (!fits) {
      throw new IllegalArgumentException(this + " do not hold a " + content.getClass());
    }
  }

  default void write(ByteWriter out) {
    switch (this) {
      case Users(int database) -> out.writeByte(USER).writeVarint(database);
      case Permissions(int database, int user) ->
          out.writeByte(PERMISSION).writeVarint(database).writeVarint(user);
      case Scripts(int container, var kind) -> {
        out.writeByte(SCRIPT).writeVarint(container);
        kind.write(out);
      }
      case EncryptionKeys(int database) -> out.writeByte(ENCRYPTION_KEY).writeVarint(database);
    }
  }

  static Siblings read(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case USER -> new Users(in.readLength());
      case PERMISSION -> new Permissions(in.readLength(), in.readLength());
      case SCRIPT -> new Scripts(in.readLength(), StoredScript.Kind.read(in));
      case ENCRYPTION_KEY -> new EncryptionKeys(in.readLength());
      default -> throw OrreryException.corrupted("there are no resources of the kind " + kind);
    };
  }

  /// Reads the content of one of them.
  default ResourceContent readContent(ByteReader in) {
    return switch (this) {
      case Users _ -> ResourceContent.Nothing.NOTHING;
      case Permissions _ -> Grant.read(in);
      case Scripts(_, var kind) -> {
        String body = CatalogText.read(in);
        StoredScript.@Nullable Trigger trigger =
            kind == StoredScript.Kind.TRIGGER ? StoredScript.Trigger.read(in) : null;
        yield new ResourceContent.Source(body, trigger);
      }
      case EncryptionKeys _ -> new ResourceContent.WrappedKey(in.readBlock());
    };
  }
}
