// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.databases;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.offers.OfferHeaders;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;

/// `/dbs` and `/dbs/{db}`.
public final class Databases {
  private static final double READ_CHARGE = 2;
  private static final double WRITE_CHARGE = 4.95;
  private static final String NAME_TAKEN = "3206";
  private static final ResourceFeed FEED = new ResourceFeed("", "Databases");

  private final Directory directory;

  public Databases(Directory directory) {
    this.directory = directory;
  }

  private List<Value.Document> all() {
    return directory.administration().databases().stream().map(Databases::document).toList();
  }

  public Answer page(SqlRequest request) {
    return FEED.page(request, all(), ResourceFeed::id).charge(READ_CHARGE);
  }

  public Answer create(SqlRequest request) {
    String name = Members.of(request.json()).requireText("id");
    Throughput throughput = OfferHeaders.throughput(request).orElse(null);
    try {
      return answer(201, directory.administration().createDatabase(name, throughput))
          .charge(WRITE_CHARGE);
    } catch (OrreryException failure) {
      if (failure.code() != ErrorCode.CONFLICT) {
        throw failure;
      }
      return SqlErrors.answer(failure, request.activityId()).header(Names.SUB_STATUS, NAME_TAKEN);
    }
  }

  public Answer read(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireDatabase(address);
    return tag(database).isKnownTo(request)
        ? Answer.empty(304).etag(tag(database))
        : answer(200, database).charge(READ_CHARGE);
  }

  public Answer delete(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireDatabase(address);
    if (!tag(database).passesIfMatch(request)) {
      throw Refusals.precondition("database", database.name());
    }
    directory.administration().deleteDatabase(database.name());
    return Answer.empty(204).charge(WRITE_CHARGE);
  }

  private static Answer answer(int status, Database database) {
    return Answer.json(status, document(database)).etag(tag(database));
  }

  private static EntityTag tag(Database database) {
    return EntityTag.of(database.number(), database.revision(), database.timeMillis());
  }

  private static Value.Document document(Database database) {
    Rid rid = Rid.database(database.number());
    return Json.object()
        .put("id", database.name())
        .put("_rid", rid.toString())
        .put("_self", "dbs/" + rid + "/")
        .put("_etag", tag(database).text())
        .put("_colls", "colls/")
        .put("_users", "users/")
        .put("_ts", database.timeMillis() / 1000)
        .build();
  }
}
