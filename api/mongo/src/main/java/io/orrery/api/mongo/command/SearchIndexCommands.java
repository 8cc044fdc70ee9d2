// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import java.util.List;
import java.util.Map;

/// Commands for indexes of a search engine, which only MongoDB's own service has beside it.
final class SearchIndexCommands {
  private static final List<String> NAMES =
      List.of("createSearchIndexes", "updateSearchIndex", "dropSearchIndex");

  private SearchIndexCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    for (String name : NAMES) {
      table.put(
          name,
          _ -> {
            throw new MongoFailure(
                MongoError.COMMAND_NOT_SUPPORTED,
                name + " is not supported: search indexes are there with Atlas only.");
          });
    }
  }
}
