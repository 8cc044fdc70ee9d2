// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.eq;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import java.util.Arrays;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;

/// Documents as large as clients are told they may be.
class LargeDocumentsTest {
  private static final int BYTES = 16 * 1024 * 1024 - 200;

  private static Binary bytes(int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) 7);
    return new Binary(bytes);
  }

  @Test
  void theLargestIsWrittenFoundChangedAndRemoved() {
    try (MongoBed bed = new MongoBed();
        MongoClient client = bed.connect("replicaSet=globaldb")) {
      MongoCollection<Document> large = client.getDatabase("large").getCollection("documents");
      large.insertOne(new Document("_id", 1).append("n", 1).append("bytes", bytes(BYTES)));
      large.insertMany(List.of(new Document("_id", 2), new Document("_id", 3)));
      assertThat(
              requireNonNull(large.find(eq("_id", 1)).first()).get("bytes", Binary.class).length())
          .isEqualTo(BYTES);
      assertThat(large.find(eq("n", 1)).first()).containsKey("bytes");
      assertThat(large.updateOne(eq("n", 1), Updates.set("n", 2)).getModifiedCount()).isEqualTo(1);
      Document changed =
          large.findOneAndUpdate(
              eq("_id", 1),
              Updates.inc("n", 1),
              new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));
      assertThat(changed).containsEntry("n", 3);
      assertThatThrownBy(() -> large.updateOne(eq("_id", 1), Updates.set("more", bytes(1000))))
          .isInstanceOfSatisfying(
              MongoException.class, failure -> assertThat(failure.getCode()).isEqualTo(10_334));
      assertThat(large.countDocuments()).isEqualTo(3);
      assertThat(large.deleteOne(eq("_id", 1)).getDeletedCount()).isEqualTo(1);
    }
  }
}
