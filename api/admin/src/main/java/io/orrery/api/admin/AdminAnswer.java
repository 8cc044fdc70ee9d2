// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.model.value.Value;

/// What a call answers with.
sealed interface AdminAnswer {

  record Document(Value value) implements AdminAnswer {}

  /// Server-sent events.
  record Events(String text) implements AdminAnswer {}
}
