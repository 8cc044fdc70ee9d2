// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.container.SourceItem;

/// Items as queries see them.
public interface ItemView {
  /// Their bodies alone.
  ItemView BODIES =
      new ItemView() {
        @Override
        public QueriedItem item(SourceItem source) {
          return new StoredItem(source.body(), SystemProperties.NONE);
        }

        @Override
        public byte[] encoded() {
          return new byte[0];
        }
      };

  QueriedItem item(SourceItem source);

  /// What another process makes the same view of.
  byte[] encoded();
}
