// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.Limits;

/// How large documents may be: as BSON, since clients count that.
final class DocumentSize {
  /// What is shorter in the stored form cannot be too long as BSON.
  private static final int SURELY_FITS = Limits.MONGO_DOCUMENT_BYTES / 4;

  private DocumentSize() {}

  static void require(int bsonBytes) {
    if (bsonBytes > Limits.MONGO_DOCUMENT_BYTES) {
      throw new MongoFailure(
          MongoError.OBJECT_TOO_LARGE,
          "BSONObj size: %d is invalid. Size must be between 0 and %d"
              .formatted(bsonBytes, Limits.MONGO_DOCUMENT_BYTES));
    }
  }

  /// Of a document in the stored form.
  static byte[] requireStored(byte[] stored) {
    if (stored.length > SURELY_FITS) {
      require(BsonBuilder.bytes(stored).length);
    }
    return stored;
  }
}
