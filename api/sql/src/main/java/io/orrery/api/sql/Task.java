// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.protocol.Answer;
import io.orrery.gateway.access.Action;
import java.util.Optional;
import java.util.function.Supplier;

/// What a request asks for: what it does, as far as rights are concerned, and the doing. One look
/// at the request decides both, so that nothing is allowed as one thing and done as another.
///
/// @param action worked out when somebody's rights depend on it
/// @param workAtOnce does the work where that takes no waiting, and otherwise nothing
record Task(
    Supplier<? extends Action> action,
    Supplier<Answer> work,
    Supplier<Optional<Answer>> workAtOnce) {

  /// What may have to wait.
  Task(Supplier<? extends Action> action, Supplier<Answer> work) {
    this(action, work, Optional::empty);
  }
}
