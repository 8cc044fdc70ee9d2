// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/// Updates of a collection whose texts compare by a collation.
class CollatedUpdatesTest {

  @Test
  void operatorsGoByTheCollationOfTheCollection() {
    try (MongoBed bed = new MongoBed();
        MongoClient client = bed.connect("")) {
      MongoDatabase database = client.getDatabase("collated");
      Document _ =
          database.runCommand(
              Document.parse("{create: 'tags', collation: {locale: 'en', strength: 2}}"));
      MongoCollection<Document> tags = database.getCollection("tags");
      tags.insertOne(Document.parse("{_id: 1, tags: ['red'], first: 'Blue'}"));
      Document one = new Document("_id", 1);
      tags.updateOne(one, Document.parse("{$addToSet: {tags: 'RED'}, $min: {first: 'blue'}}"));
      assertThat(tags.find(one).first())
          .isEqualTo(Document.parse("{_id: 1, tags: ['red'], first: 'Blue'}"));
      tags.updateOne(one, Document.parse("{$pull: {tags: 'RED'}, $min: {first: 'amber'}}"));
      assertThat(tags.find(one).first())
          .isEqualTo(Document.parse("{_id: 1, tags: [], first: 'amber'}"));
    }
  }
}
