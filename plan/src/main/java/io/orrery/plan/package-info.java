// SPDX-License-Identifier: Apache-2.0
/// The plan language: what queries of every API become, and what partitions run.
///
/// Start with [io.orrery.plan.Plan], the tree. [io.orrery.plan.Pipeline] reads out of it what a
/// partition does with its candidates; [io.orrery.plan.PlanCodec] makes bytes of it.
///
/// What must stay true: everything in a plan is data. What an API evaluates by itself is
/// [io.orrery.plan.program.Code] in a language that is found by name.
@NullMarked
package io.orrery.plan;

import org.jspecify.annotations.NullMarked;
