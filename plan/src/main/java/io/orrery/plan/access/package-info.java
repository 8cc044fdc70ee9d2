// SPDX-License-Identifier: Apache-2.0
/// How a plan finds its items: a [io.orrery.plan.access.Condition] says what is true of every item
/// of the result, an [io.orrery.plan.access.AccessPath] which part of the data is read for it.
@NullMarked
package io.orrery.plan.access;

import org.jspecify.annotations.NullMarked;
