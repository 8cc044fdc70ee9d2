// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// Something with a name that belongs to a database, a user or a container: users, permissions,
/// scripts and client encryption keys are all made, changed and deleted in the same way, and differ
/// in what they hold.
public sealed interface Resource extends CatalogRecord
    permits User, Permission, StoredScript, ClientEncryptionKey {

  Siblings siblings();

  /// Names it for ever.
  int number();

  /// No two siblings have the same.
  String name();

  /// When it was last changed.
  long timeMillis();

  /// Grows with every change.
  long revision();

  ResourceContent content();

  default Resource changed(String newName, ResourceContent newContent, long nowMillis) {
    return of(siblings(), number(), newName, nowMillis, revision() + 1, newContent);
  }

  /// Fails with IllegalArgumentException if siblings of this kind hold something else.
  static Resource of(
      Siblings siblings,
      int number,
      String name,
      long timeMillis,
      long revision,
      ResourceContent content) {
    siblings.requireFits(content);
    return switch (content) {
      case ResourceContent.Nothing _ ->
          new User(((Siblings.Users) siblings).database(), number, name, timeMillis, revision);
      case Grant grant -> {
        var of = (Siblings.Permissions) siblings;
        yield new Permission(of.database(), of.user(), number, name, timeMillis, revision, grant);
      }
      case ResourceContent.Source(String body, var trigger) -> {
        var of = (Siblings.Scripts) siblings;
        yield new StoredScript(
            of.container(), of.kind(), number, name, timeMillis, revision, body, trigger);
      }
      case ResourceContent.WrappedKey(byte[] properties) ->
          new ClientEncryptionKey(
              ((Siblings.EncryptionKeys) siblings).database(),
              number,
              name,
              timeMillis,
              revision,
              properties);
    };
  }

  @Override
  default byte[] encode() {
    ByteWriter out = new ByteWriter().writeByte(FORMAT);
    siblings().write(out);
    out.writeVarint(number());
    CatalogText.write(out, name());
    out.writeVarint(timeMillis()).writeVarint(revision());
    content().write(out);
    return out.toByteArray();
  }

  static Resource decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("a resource's record has an unknown format");
    }
    Siblings siblings = Siblings.read(in);
    Resource resource =
        of(
            siblings,
            in.readLength(),
            CatalogText.read(in),
            in.readVarint(),
            in.readVarint(),
            siblings.readContent(in));
    in.requireEnd();
    return resource;
  }

  int FORMAT = 1;
}
