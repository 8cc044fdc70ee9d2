// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

/// How collections are laid out: shard keys, throughput, indexes.
public sealed interface DefinitionCommand extends MongoCommand
    permits ShardingCommand, CosmosCommand, IndexCommand {

  @Override
  default Right right() {
    return Right.DEFINE;
  }
}
