// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.partition.layout.KeyedItem;

/// The items a fragment has to look at, one after the other. Belongs to one thread; close it before
/// the view it reads.
interface Candidates extends AutoCloseable {

  boolean next();

  KeyedItem item();

  /// How many rows of the current item were given out by an earlier page.
  long rowsDone();

  /// Where the current item stands.
  byte[] position();

  /// To go on at the current item.
  ///
  /// @param done how many of its rows were given out
  default Start again(long done) {
    return Start.at(position(), done);
  }

  /// To go on behind the current item.
  default Start behind() {
    return Start.behind(position());
  }

  @Override
  void close();
}
