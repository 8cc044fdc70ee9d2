// SPDX-License-Identifier: Apache-2.0
/// The expressions that every partition can evaluate by itself, with the comparison semantics of
/// each API as a parameter. What they cannot say is code of the API's own language.
@NullMarked
package io.orrery.plan.expression;

import org.jspecify.annotations.NullMarked;
