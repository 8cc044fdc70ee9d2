// SPDX-License-Identifier: Apache-2.0
/// What a query means before any item is looked at: [io.orrery.query.plan.Binder] finds what is
/// wrong with it, [io.orrery.query.plan.KeyRanges] the partitions it can touch, and
/// [io.orrery.query.plan.Planner] how a client divides the work with the partitions, which is what
/// the SQL API's clients ask for before they run a query.
@NullMarked
package io.orrery.query.plan;

import org.jspecify.annotations.NullMarked;
