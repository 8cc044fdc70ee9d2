// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// What a [Resource] holds besides its name.
public sealed interface ResourceContent
    permits ResourceContent.Nothing, ResourceContent.Source, ResourceContent.WrappedKey, Grant {

  void write(ByteWriter out);

  /// A user is but a name.
  enum Nothing implements ResourceContent {
    NOTHING;

    @Override
    public void write(ByteWriter out) {}
  }

  /// A script as its author sent it.
  ///
  /// @param trigger when it runs; null for one that is called by its name
  record Source(String body, StoredScript.@Nullable Trigger trigger) implements ResourceContent {
    @Override
    public void write(ByteWriter out) {
      CatalogText.write(out, body);
      if (trigger != null) {
        trigger.write(out);
      }
    }
  }

  /// A client encryption key as clients have wrapped it, with what they need to unwrap it.
  record WrappedKey(byte[] properties) implements ResourceContent {
    @Override
    public void write(ByteWriter out) {
      out.writeBlock(properties);
    }
  }
}
