// SPDX-License-Identifier: Apache-2.0
/// Turns queries into plans: structure becomes nodes, and what only SQL can evaluate becomes code
/// of the language "sql". Start with [io.orrery.query.lower.SqlLowering].
@NullMarked
package io.orrery.query.lower;

import org.jspecify.annotations.NullMarked;
