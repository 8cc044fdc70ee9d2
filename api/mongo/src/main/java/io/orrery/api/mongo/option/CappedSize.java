// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.option;

/// How much a capped collection holds at most; what was inserted first makes room.
///
/// @param bytes of its documents as BSON
/// @param documents [Long#MAX_VALUE] for as many as there is room for
public record CappedSize(long bytes, long documents) {

  /// Whether this is more than fits.
  public boolean isExceededBy(long manyDocuments, long manyBytes) {
    return manyDocuments > documents || manyBytes > bytes;
  }
}
