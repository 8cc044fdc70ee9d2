// SPDX-License-Identifier: Apache-2.0
/// Queries as clients send them, read and made ready.
@NullMarked
package io.orrery.api.sql.query;

import org.jspecify.annotations.NullMarked;
