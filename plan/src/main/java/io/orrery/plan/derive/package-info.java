// SPDX-License-Identifier: Apache-2.0
/// Entries of declared indexes that are not the values at their paths but made of them.
///
/// Start at [DerivedEntries]. Who looks for items asks for the same entries (docs/adr/0034).
@NullMarked
package io.orrery.plan.derive;

import org.jspecify.annotations.NullMarked;
