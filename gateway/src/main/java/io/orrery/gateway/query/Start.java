// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import org.jspecify.annotations.Nullable;

/// Where to begin among candidates.
///
/// @param position of the item to go on at; null for the first
/// @param inclusive whether that item comes again
record Start(byte @Nullable [] position, boolean inclusive) {
  static final Start FIRST = new Start(null, false);
}
