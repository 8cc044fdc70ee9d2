// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How commands fail while a test wants it.
///
/// @param commands which, by their names
/// @param application only those of clients that call themselves so
/// @param blockMillis how long they wait before anything else happens; 0 for not at all
/// @param closes whether the connection ends, and nothing is done
/// @param errorCode what they fail with, and nothing is done
/// @param errorLabels in place of those that the error would have
/// @param writeConcernError what stands in the answer although everything is done
public record CommandFault(
    Set<String> commands,
    Optional<String> application,
    long blockMillis,
    boolean closes,
    Optional<Integer> errorCode,
    Optional<List<String>> errorLabels,
    Optional<Value.Document> writeConcernError) {

  /// Other spellings of names.
  private static final Map<String, String> ALIASES =
      Map.of("ismaster", "isMaster", "findandmodify", "findAndModify");

  public CommandFault {
    commands = Set.copyOf(commands);
    errorLabels = errorLabels.map(List::copyOf);
  }

  /// Whether a command fails so.
  ///
  /// @param clientApplication what the client calls itself; empty if it does not say
  public boolean concerns(String command, String clientApplication) {
    return commands.contains(ALIASES.getOrDefault(command, command))
        && application.map(clientApplication::equals).orElse(true);
  }
}
