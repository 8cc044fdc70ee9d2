// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

/// The header names of the SQL API, in one place.
public final class Names {
  public static final String ACTIVITY_ID = "x-ms-activity-id";
  public static final String ALT_CONTENT_PATH = "x-ms-alt-content-path";
  public static final String AUTHORIZATION = "authorization";
  public static final String AUTOPILOT_SETTINGS = "x-ms-cosmos-offer-autopilot-settings";
  public static final String A_IM = "A-IM";
  public static final String BATCH_ATOMIC = "x-ms-cosmos-batch-atomic";
  public static final String BATCH_CONTINUE_ON_ERROR = "x-ms-cosmos-batch-continue-on-error";
  public static final String CHANGE_FEED_FORMAT = "x-ms-cosmos-changefeed-wire-format-version";
  public static final String CONSISTENCY_LEVEL = "x-ms-consistency-level";
  public static final String CONTENT_PATH = "x-ms-content-path";
  public static final String CONTINUATION = "x-ms-continuation";
  public static final String CROSS_PARTITION = "x-ms-documentdb-query-enablecrosspartition";
  public static final String DATE = "date";
  public static final String END_POSITION = "x-ms-end-epk";
  public static final String ETAG = "etag";
  public static final String EXPLAIN = "x-orrery-explain";
  public static final String EXPLANATION = "x-orrery-explanation";
  public static final String EXPIRY_SECONDS = "x-ms-documentdb-expiry-seconds";
  public static final String GATEWAY_VERSION = "x-ms-gatewayversion";
  public static final String IF_MATCH = "If-Match";
  public static final String IF_MODIFIED_SINCE = "If-Modified-Since";
  public static final String IF_NONE_MATCH = "If-None-Match";
  public static final String INDEXING_DIRECTIVE = "x-ms-indexing-directive";
  public static final String INDEX_PROGRESS =
      "x-ms-documentdb-collection-index-transformation-progress";
  public static final String INDEX_UTILIZATION = "x-ms-cosmos-index-utilization";
  public static final String INTENDED_CONTAINER = "x-ms-cosmos-intended-collection-rid";
  public static final String IS_BATCH = "x-ms-cosmos-is-batch-request";
  public static final String IS_CLIENT_ENCRYPTED = "x-ms-cosmos-is-client-encrypted";
  public static final String IS_QUERY = "x-ms-documentdb-isquery";
  public static final String IS_QUERY_PLAN = "x-ms-cosmos-is-query-plan-request";
  public static final String IS_UPSERT = "x-ms-documentdb-is-upsert";
  public static final String ITEM_COUNT = "x-ms-item-count";
  public static final String ITEM_LSN = "x-ms-item-lsn";
  public static final String LSN = "lsn";
  public static final String MAX_ITEM_COUNT = "x-ms-max-item-count";
  public static final String MIGRATE_TO_AUTOPILOT = "x-ms-cosmos-migrate-offer-to-autopilot";
  public static final String MIGRATE_TO_MANUAL = "x-ms-cosmos-migrate-offer-to-manual-throughput";
  public static final String MIN_THROUGHPUT = "x-ms-cosmos-min-throughput";
  public static final String OFFER_REPLACE_PENDING = "x-ms-offer-replace-pending";
  public static final String OFFER_THROUGHPUT = "x-ms-offer-throughput";
  public static final String OFFER_TYPE = "x-ms-offer-type";
  public static final String PARTITION_KEY = "x-ms-documentdb-partitionkey";
  public static final String PARTITION_KEY_RANGE = "x-ms-documentdb-partitionkeyrangeid";
  public static final String POPULATE_INDEX_METRICS = "x-ms-cosmos-populateindexmetrics";
  public static final String POPULATE_INDEX_METRICS_V2 = "x-ms-cosmos-populateindexmetrics-V2";
  public static final String POPULATE_QUERY_METRICS = "x-ms-documentdb-populatequerymetrics";
  public static final String POPULATE_QUOTA = "x-ms-documentdb-populatequotainfo";
  public static final String POPULATE_STATISTICS = "x-ms-documentdb-populatepartitionstatistics";
  public static final String POST_TRIGGER = "x-ms-documentdb-post-trigger-include";
  public static final String PREFER = "Prefer";
  public static final String PRE_TRIGGER = "x-ms-documentdb-pre-trigger-include";
  public static final String QUERY_EXECUTION_INFO = "x-ms-cosmos-query-execution-info";
  public static final String QUERY_METRICS = "x-ms-documentdb-query-metrics";
  public static final String REQUEST_CHARGE = "x-ms-request-charge";
  public static final String RESOURCE_QUOTA = "x-ms-resource-quota";
  public static final String RESOURCE_USAGE = "x-ms-resource-usage";
  public static final String RETRY_AFTER = "x-ms-retry-after-ms";
  public static final String SCHEMA_VERSION = "x-ms-schemaversion";
  public static final String SCRIPT_LOG = "x-ms-documentdb-script-log-results";
  public static final String SCRIPT_LOGGING = "x-ms-documentdb-script-enable-logging";
  public static final String SERVICE_VERSION = "x-ms-serviceversion";
  public static final String SESSION_TOKEN = "x-ms-session-token";
  public static final String START_POSITION = "x-ms-start-epk";
  public static final String EXCLUDE_SYSTEM_PROPERTIES = "x-ms-exclude-system-properties";

  /// Of media there are none, but the Java SDK cannot do without a number.
  public static final String MEDIA_USAGE = "x-ms-media-storage-usage-mb";

  public static final String MEDIA_USAGE_MAX = "x-ms-max-media-storage-usage-mb";
  public static final String SUB_STATUS = "x-ms-substatus";
  public static final String SUPPORTED_FEATURES = "x-ms-cosmos-supported-query-features";
  public static final String X_DATE = "x-ms-date";

  private Names() {}
}
