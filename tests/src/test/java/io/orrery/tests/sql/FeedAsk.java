// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import java.util.Map;
import java.util.TreeMap;

/// The headers of a request for a change feed.
record FeedAsk(Map<String, String> headers) {
  static FeedAsk latest() {
    return new FeedAsk(Map.of("A-IM", "Incremental feed"));
  }

  static FeedAsk described() {
    return new FeedAsk(Map.of("A-IM", "Incremental Feed")).format("2021-09-15");
  }

  static FeedAsk all() {
    return new FeedAsk(Map.of("A-IM", "Full-Fidelity Feed")).format("2021-09-15");
  }

  /// All versions since the container keeps history.
  static FeedAsk history() {
    return all().after("\"0\"");
  }

  FeedAsk format(String version) {
    return with("x-ms-cosmos-changefeed-wire-format-version", version);
  }

  FeedAsk key(String json) {
    return with("x-ms-documentdb-partitionkey", json);
  }

  FeedAsk range(int id) {
    return with("x-ms-documentdb-partitionkeyrangeid", Integer.toString(id));
  }

  FeedAsk part(String min, String max) {
    return with("x-ms-start-epk", min)
        .with("x-ms-end-epk", max)
        .with("x-ms-read-key-type", "EffectivePartitionKeyRange");
  }

  FeedAsk after(String etag) {
    return with("If-None-Match", etag);
  }

  FeedAsk since(String time) {
    return with("If-Modified-Since", time);
  }

  FeedAsk size(int items) {
    return with("x-ms-max-item-count", Integer.toString(items));
  }

  FeedAsk with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new FeedAsk(more);
  }
}
