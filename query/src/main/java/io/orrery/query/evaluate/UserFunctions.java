// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;

/// Runs the functions that users have defined: `udf.name(…)`.
public interface UserFunctions {
  UserFunctions NONE =
      new UserFunctions() {
        @Override
        public Value call(String name, List<Value> arguments) {
          throw new OrreryException(
              ErrorCode.INVALID_ARGUMENT, "There is no user-defined function '" + name + "'.");
        }

        @Override
        public byte[] encoded() {
          return new byte[0];
        }
      };

  Value call(String name, List<Value> arguments);

  /// A query that is being compiled is going to call this function.
  default void expect(String name) {}

  /// What another process makes the same functions of; empty if none is expected.
  default byte[] encoded() {
    throw new OrreryException(
        ErrorCode.NOT_SUPPORTED, "These user-defined functions cannot be sent elsewhere.");
  }
}
