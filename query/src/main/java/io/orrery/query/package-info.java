// SPDX-License-Identifier: Apache-2.0
/// Parses, plans and evaluates queries. Knows values and paths, not partitions, protocols or disks:
/// whoever has items hands them in.
@NullMarked
package io.orrery.query;

import org.jspecify.annotations.NullMarked;
