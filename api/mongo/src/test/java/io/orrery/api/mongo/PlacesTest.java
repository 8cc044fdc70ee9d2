// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.geoWithinCenterSphere;
import static com.mongodb.client.model.Filters.near;
import static com.mongodb.client.model.Filters.nearSphere;
import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Position;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Indexes of places and of every path, through the unmodified Java driver.
class PlacesTest {
  private static final Point ORIGIN = new Point(new Position(0, 0));

  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> places;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    database = client.getDatabase("places");
    places = database.getCollection("places");
    for (int i = 0; i < 20; i++) {
      places.insertOne(
          new Document("_id", i)
              .append("kind", i % 2)
              .append(
                  "at",
                  new Document("type", "Point").append("coordinates", List.of(20.0 - i, 0.0))));
    }
    places.insertOne(new Document("_id", 99).append("kind", 5));
  }

  @AfterEach
  void end() {
    places.drop();
  }

  @Test
  void theNearestComeFirst() {
    places.createIndex(Indexes.geo2dsphere("at"));
    assertThat(ids(places.find(near("at", ORIGIN, 345_000.0, 120_000.0)))).containsExactly(18, 17);
    assertThat(ids(places.find(nearSphere("at", ORIGIN, null, null)).limit(3)))
        .containsExactly(19, 18, 17);
    assertThat(ids(places.find(near("at", ORIGIN, null, null)).batchSize(5))).hasSize(20);
    assertThat(ids(places.find(and(near("at", ORIGIN, null, null), eq("kind", 0))).limit(2)))
        .containsExactly(18, 16);
    assertThat(ids(places.find(near("at", ORIGIN, 345_000.0, null)).sort(new Document("_id", 1))))
        .containsExactly(17, 18, 19);
    places.updateOne(near("at", ORIGIN, null, null), Updates.set("nearest", true));
    assertThat(ids(places.find(eq("nearest", true)))).containsExactly(19);
  }

  @Test
  void nearNeedsAnIndexAndHasNoPlaceInPipelines() {
    assertCode(291, () -> places.find(near("at", ORIGIN, null, null)).first());
    assertCode(
        27,
        () ->
            places
                .aggregate(
                    List.of(
                        new Document(
                            "$geoNear",
                            new Document("near", List.of(0, 0)).append("distanceField", "d"))))
                .first());
    places.createIndex(Indexes.geo2dsphere("at"));
    assertCode(
        5626500,
        () ->
            places
                .aggregate(List.of(new Document("$match", near("at", ORIGIN, null, null))))
                .first());
    assertCode(
        40602,
        () ->
            places
                .aggregate(
                    List.of(
                        new Document("$limit", 1),
                        new Document(
                            "$geoNear",
                            new Document("near", List.of(0, 0)).append("distanceField", "d"))))
                .first());
  }

  @Test
  void geoNearTellsHowFarItIs() {
    places.createIndex(Indexes.compoundIndex(Indexes.geo2dsphere("at"), Indexes.ascending("kind")));
    List<Document> found =
        places
            .aggregate(
                List.of(
                    new Document(
                        "$geoNear",
                        new Document("near", ORIGIN)
                            .append("distanceField", "far.away")
                            .append("maxDistance", 600_000)
                            .append("query", new Document("kind", 1))
                            .append("includeLocs", "there")
                            .append("distanceMultiplier", 0.001)),
                    new Document("$limit", 2)))
            .into(new ArrayList<>());
    assertThat(ids(found)).containsExactly(19, 17);
    assertThat(found.getFirst().get("far", Document.class).getDouble("away"))
        .isCloseTo(111.3178, within(0.01));
    assertThat(found.getFirst()).containsKey("there");
  }

  @Test
  void theIndexIsUsedAndShown() {
    var circle = geoWithinCenterSphere("at", 0, 0, 0.06);
    assertThat(stage(places.find(circle).explain())).isEqualTo("COLLSCAN");
    assertThat(ids(places.find(circle))).containsExactlyInAnyOrder(17, 18, 19);
    places.createIndex(Indexes.geo2dsphere("at"));
    assertThat(stage(places.find(circle).explain())).isEqualTo("IXSCAN");
    assertThat(ids(places.find(circle))).containsExactlyInAnyOrder(17, 18, 19);
    assertThat(places.listIndexes().into(new ArrayList<>()).getLast())
        .containsEntry("2dsphereIndexVersion", 3);
    places.dropIndexes();
    places.createIndex(Indexes.geo2d("at"));
    assertThat(stage(places.find(circle).explain())).isEqualTo("IXSCAN");
    assertCode(67, () -> places.createIndex(new Document("at", "2dsphere").append("b", "2d")));
  }

  private static String stage(Document explained) {
    Document plan =
        explained.get("queryPlanner", Document.class).get("winningPlan", Document.class);
    while (plan.get("inputStage") != null) {
      plan = plan.get("inputStage", Document.class);
    }
    return plan.getString("stage");
  }

  @Test
  void anIndexOfEveryPathServesAnyField() {
    places.createIndex(new Document("$**", 1));
    assertThat(stage(places.find(eq("kind", 5)).explain())).isEqualTo("IXSCAN");
    assertThat(ids(places.find(eq("kind", 5)))).containsExactly(99);
    assertThat(ids(places.find(eq("at.coordinates", 3.0)))).containsExactly(17);
    assertThat(stage(places.find(eq("kind", null)).explain())).isEqualTo("COLLSCAN");
    assertThat(places.updateMany(eq("kind", 0), Updates.inc("kind", 1)).getModifiedCount())
        .isEqualTo(10);
    places.dropIndexes();
    places.createIndex(new Document("at.$**", 1));
    assertThat(stage(places.find(eq("kind", 5)).explain())).isEqualTo("COLLSCAN");
    assertThat(stage(places.find(eq("at.type", "Point")).explain())).isEqualTo("IXSCAN");
    places.dropIndexes();
    create("{key: {'$**': 1}, name: 'some', wildcardProjection: {kind: 0}}");
    assertThat(stage(places.find(eq("kind", 5)).explain())).isEqualTo("COLLSCAN");
    assertThat(stage(places.find(eq("other", 5)).explain())).isEqualTo("IXSCAN");
    for (String refused :
        List.of(
            "{key: {'$**': 1, b: 1}, name: 'x'}",
            "{key: {'$**': 1}, name: 'x', unique: true}",
            "{key: {'$**': 1}, name: 'x', expireAfterSeconds: 5}",
            "{key: {'$**': 1}, name: 'x', wildcardProjection: {a: 1, b: 0}}",
            "{key: {'a.$**': 1}, name: 'x', wildcardProjection: {a: 1}}",
            "{key: {a: 1}, name: 'x', wildcardProjection: {a: 1}}")) {
      assertCode(67, () -> create(refused));
    }
  }

  private void create(String index) {
    Document _ =
        database.runCommand(
            new Document("createIndexes", "places")
                .append("indexes", List.of(Document.parse(index))));
  }
}
