// SPDX-License-Identifier: Apache-2.0
/// Checks documents before they are written to a collection that has a validator.
///
/// Start at [Validators]. A document is checked as it is going to be, and written only if it is
/// still made of what was read; who changes the validator waits for writes that have begun.
@NullMarked
package io.orrery.api.mongo.validate;

import org.jspecify.annotations.NullMarked;
