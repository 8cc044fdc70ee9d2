// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;

/// The items a query has to look at, one after the other. Belongs to one thread; close it before
/// the views it reads.
interface Candidates extends AutoCloseable {

  boolean next();

  Row row();

  /// Where the current item stands, so that another page can go on at it or behind it.
  byte[] position();

  @Override
  void close();
}
