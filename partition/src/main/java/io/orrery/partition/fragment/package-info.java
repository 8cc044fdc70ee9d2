// SPDX-License-Identifier: Apache-2.0
/// Runs plan fragments inside a partition: candidates from an access path, rows of them, and a page
/// of these, sorted or grouped as far as one partition can.
///
/// Start with [io.orrery.partition.fragment.FragmentExecutor]. A
/// [io.orrery.partition.fragment.Fragment] is one request, a
/// [io.orrery.partition.fragment.FragmentPage] its answer; both are data with codecs.
///
/// What must stay true: memory is bounded whatever the partition holds, and a page can always be
/// continued, here or in the children of a split.
@NullMarked
package io.orrery.partition.fragment;

import org.jspecify.annotations.NullMarked;
