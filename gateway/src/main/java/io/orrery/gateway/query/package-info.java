// SPDX-License-Identifier: Apache-2.0
/// Queries over partitions: which part of the index to read, what to do with the items found, and
/// where the next page goes on.
@NullMarked
package io.orrery.gateway.query;

import org.jspecify.annotations.NullMarked;
