// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.account;

import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpRequest;
import java.util.List;

/// `GET /`. SDKs send everything that follows to the locations it names, so these are where this
/// very request came in: whatever name, port or tunnel the client used to get here gets it here
/// again.
public final class AccountDocument {
  /// Not `localhost`: the JS SDK distrusts accounts of that name and reads them again and again.
  private static final String ID = "orrery";

  private static final String REGION = "Local";
  private static final String QUERY_ENGINE =
      Json.text(
          Json.object()
              .put("maxSqlQueryInputLength", 262_144)
              .put("maxJoinsPerSqlQuery", 10)
              .put("maxLogicalAndPerSqlQuery", 2000)
              .put("maxLogicalOrPerSqlQuery", 2000)
              .put("maxUdfRefPerSqlQuery", 10)
              .put("maxInExpressionItemsCount", 16_000)
              .put("queryMaxInMemorySortDocumentCount", 500)
              .put("maxQueryRequestTimeoutFraction", new Value.Float64(0.9))
              .put("sqlAllowNonFiniteNumbers", false)
              .put("sqlAllowAggregateFunctions", true)
              .put("sqlAllowSubQuery", true)
              .put("sqlAllowScalarSubQuery", true)
              .put("allowNewKeywords", true)
              .put("sqlAllowLike", true)
              .put("sqlAllowGroupByClause", true)
              .put("sqlAllowTop", true)
              .put("maxSpatialQueryCells", 12)
              .put("spatialMaxGeometryPointCount", 256)
              .put("sqlDisableQueryILOptimization", false)
              .put("enableSpatialIndexing", true)
              .build());

  private final AccountAddress address;

  public AccountDocument(AccountAddress address) {
    this.address = address;
  }

  public Answer answer(HttpRequest request) {
    List<Value.Document> locations =
        List.of(
            Json.object()
                .put("name", REGION)
                .put("databaseAccountEndpoint", endpoint(request))
                .build());
    Json document =
        Json.object()
            .put("_self", "")
            .put("id", ID)
            .put("_rid", ID)
            .put("media", "//media/")
            .put("addresses", "//addresses/")
            .put("_dbs", "//dbs/")
            .put("writableLocations", locations)
            .put("readableLocations", locations)
            .put("enableMultipleWriteLocations", false)
            .put("continuousBackupEnabled", false)
            .put("enableNRegionSynchronousCommit", false)
            .put("enablePerPartitionFailoverBehavior", false)
            .put("userReplicationPolicy", replicas().put("asyncReplication", false))
            .put("userConsistencyPolicy", Json.object().put("defaultConsistencyLevel", "Session"))
            .put("systemReplicationPolicy", replicas())
            .put(
                "readPolicy",
                Json.object().put("primaryReadCoefficient", 1).put("secondaryReadCoefficient", 1))
            .put("queryEngineConfiguration", QUERY_ENGINE);
    return Answer.json(200, document.build())
        .header(Names.MEDIA_USAGE_MAX, "0")
        .header(Names.MEDIA_USAGE, "0");
  }

  private static Json replicas() {
    return Json.object().put("minReplicaSetSize", 1).put("maxReplicasetSize", 1);
  }

  /// Where whoever sent this request reaches the account.
  public String endpoint(HttpRequest request) {
    return address.of(request);
  }
}
