// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import java.util.List;

/// The properties an item has beside those in its body (`_rid`, `_etag`, `_ts`…). In the whole item
/// they follow the body's own. Asked for one by one, so that none is made that no query needs.
public interface SystemProperties {
  SystemProperties NONE =
      new SystemProperties() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public Value value(String name) {
          return Value.Undefined.UNDEFINED;
        }
      };

  /// In the order in which they follow the body.
  List<String> names();

  /// The value of one of the names; [Value.Undefined] for any other.
  Value value(String name);
}
