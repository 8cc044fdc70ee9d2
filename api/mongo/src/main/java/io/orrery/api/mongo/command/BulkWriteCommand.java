// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// `bulkWrite`: writes of several collections in one command.
///
/// @param operations one statement each, in the order in which they were sent
/// @param ordered whether the first failure ends it
/// @param errorsOnly whether only failures are told one by one
/// @param batchSize how many results the first answer may have
/// @param session whose cursor the results are; undefined if nobody's in particular
public record BulkWriteCommand(
    List<WriteCommand> operations,
    boolean ordered,
    boolean errorsOnly,
    Optional<Long> batchSize,
    CommandVariables variables,
    Value session)
    implements MongoCommand {

  public BulkWriteCommand {
    operations = List.copyOf(operations);
  }

  @Override
  public Right right() {
    return Right.WRITE;
  }
}
