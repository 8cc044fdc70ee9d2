// SPDX-License-Identifier: Apache-2.0
/// How expressions of an API get to the rows: a plan carries [io.orrery.plan.program.Code] of an
/// [io.orrery.plan.program.ExpressionLanguage], which partitions know by name, and a
/// [io.orrery.plan.program.RowProgram] is what runs.
@NullMarked
package io.orrery.plan.program;

import org.jspecify.annotations.NullMarked;
