// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.sql;

import java.util.Map;
import java.util.TreeMap;

/// The headers of a request for a change feed.
public record FeedAsk(Map<String, String> headers) {
  public static FeedAsk latest() {
    return new FeedAsk(Map.of("A-IM", "Incremental feed"));
  }

  public static FeedAsk described() {
    return new FeedAsk(Map.of("A-IM", "Incremental Feed")).format("2021-09-15");
  }

  public static FeedAsk all() {
    return new FeedAsk(Map.of("A-IM", "Full-Fidelity Feed")).format("2021-09-15");
  }

  /// All versions since the container keeps history.
  public static FeedAsk history() {
    return all().after("\"0\"");
  }

  public FeedAsk format(String version) {
    return with("x-ms-cosmos-changefeed-wire-format-version", version);
  }

  public FeedAsk key(String json) {
    return with("x-ms-documentdb-partitionkey", json);
  }

  public FeedAsk range(int id) {
    return with("x-ms-documentdb-partitionkeyrangeid", Integer.toString(id));
  }

  public FeedAsk part(String min, String max) {
    return with("x-ms-start-epk", min)
        .with("x-ms-end-epk", max)
        .with("x-ms-read-key-type", "EffectivePartitionKeyRange");
  }

  public FeedAsk after(String etag) {
    return with("If-None-Match", etag);
  }

  public FeedAsk since(String time) {
    return with("If-Modified-Since", time);
  }

  public FeedAsk size(int items) {
    return with("x-ms-max-item-count", Integer.toString(items));
  }

  public FeedAsk with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new FeedAsk(more);
  }
}
