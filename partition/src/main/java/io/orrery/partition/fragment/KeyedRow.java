// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

/// A row and its place in an order, which is the same in every partition.
///
/// @param key compares as unsigned bytes; rows of one item may share it, and equal keys of groups
///   and distinct rows are the same group or row
/// @param ordinal which of its item's rows it is, where rows share a key
public record KeyedRow(byte[] key, long ordinal, RowValue value) {}
