// SPDX-License-Identifier: Apache-2.0
/// What the rules of a language make of texts: values whose plain order is that of the language, so
/// that indexes, sorts and comparisons need no other order (docs/adr/0034).
///
/// The only place that knows ICU, which is loaded with the first text that is to be compared so.
@NullMarked
package io.orrery.plan.collation;

import org.jspecify.annotations.NullMarked;
