// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

/// What a page may hold.
///
/// @param rowBytes how long a single row may be as JSON
record PageSize(int rows, long bytes, long rowBytes) {}
