// SPDX-License-Identifier: Apache-2.0
/// What a filter says about the values at paths of an item, so that an index can be asked: a
/// [io.orrery.plan.access.Condition] that every item of the result meets.
@NullMarked
package io.orrery.query.access;

import org.jspecify.annotations.NullMarked;
