// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// All resources of one kind that belong to the same owner, such as the users of a database.
public sealed interface Siblings {

  record Users(int database) implements Siblings {}

  record Permissions(int database, int user) implements Siblings {}

  record Scripts(int container, StoredScript.Kind kind) implements Siblings {}

  record EncryptionKeys(int database) implements Siblings {}

  /// What their keys begin with.
  default CatalogKey prefix() {
    return switch (this) {
      case Users(int database) -> CatalogLayout.key(CatalogLayout.USER, database);
      case Permissions(int database, int user) ->
          CatalogLayout.key(CatalogLayout.PERMISSION, database, user);
      case Scripts(int container, var kind) -> CatalogLayout.scripts(container, kind.code());
      case EncryptionKeys(int database) ->
          CatalogLayout.key(CatalogLayout.ENCRYPTION_KEY, database);
    };
  }

  /// The key of the one with this number.
  default CatalogKey key(int number) {
    return switch (this) {
      case Users(int database) -> CatalogLayout.key(CatalogLayout.USER, database, number);
      case Permissions(int database, int user) ->
          CatalogLayout.key(CatalogLayout.PERMISSION, database, user, number);
      case Scripts(int container, var kind) -> CatalogLayout.script(container, kind.code(), number);
      case EncryptionKeys(int database) ->
          CatalogLayout.key(CatalogLayout.ENCRYPTION_KEY, database, number);
    };
  }

  /// The key of whoever they belong to: they are created only while there is one.
  default CatalogKey owner() {
    return switch (this) {
      case Users(int database) -> CatalogLayout.key(CatalogLayout.DATABASE, database);
      case Permissions(int database, int user) ->
          CatalogLayout.key(CatalogLayout.USER, database, user);
      case Scripts(int container, _) -> CatalogLayout.key(CatalogLayout.CONTAINER, container);
      case EncryptionKeys(int database) -> CatalogLayout.key(CatalogLayout.DATABASE, database);
    };
  }

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
      case Users(int database) -> out.writeByte(CatalogLayout.USER).writeVarint(database);
      case Permissions(int database, int user) ->
          out.writeByte(CatalogLayout.PERMISSION).writeVarint(database).writeVarint(user);
      case Scripts(int container, var kind) -> {
        out.writeByte(CatalogLayout.SCRIPT).writeVarint(container);
        kind.write(out);
      }
      case EncryptionKeys(int database) ->
          out.writeByte(CatalogLayout.ENCRYPTION_KEY).writeVarint(database);
    }
  }

  static Siblings read(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case CatalogLayout.USER -> new Users(in.readLength());
      case CatalogLayout.PERMISSION -> new Permissions(in.readLength(), in.readLength());
      case CatalogLayout.SCRIPT -> new Scripts(in.readLength(), StoredScript.Kind.read(in));
      case CatalogLayout.ENCRYPTION_KEY -> new EncryptionKeys(in.readLength());
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
