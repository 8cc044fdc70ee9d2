// SPDX-License-Identifier: Apache-2.0
/// Queries on items: the plans that SDKs ask for, and the rows, a page at a time.
@NullMarked
package io.orrery.api.sql.items.query;

import org.jspecify.annotations.NullMarked;
