// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

/// Reading a partition by fragments of plans. Everything that goes in and out is data: the state
/// that is read stays with the partition, and a number names it.
public interface FragmentReads {

  /// Holds on to the present state, so that several fragments read the same. Fails with RANGE_GONE
  /// if the partition was split.
  ///
  /// @param nowMillis the time at which items live or are past theirs
  ReadState open(long nowMillis);

  long estimate(long lease, Estimate question, FragmentContext context);

  FragmentPage page(long lease, Fragment fragment, FragmentContext context);

  /// The state is not needed any more. Does nothing if it is not there.
  void close(long lease);
}
