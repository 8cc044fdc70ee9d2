// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

/// A command that was read. One type each; what it may do and what is done follow from that.
public sealed interface MongoCommand
    permits ConnectionCommand,
        ServerCommand,
        DiagnosticCommand,
        SessionCommand,
        ChangeStreamCommand,
        CollectionCommand,
        DefinitionCommand,
        ReadCommand,
        AggregateCommand,
        WriteCommand,
        BulkWriteCommand,
        UserCommand,
        FailPointCommand {

  /// What somebody must be allowed who sends this.
  Right right();

  /// What a command needs.
  enum Right {
    /// Nothing: it can be sent before a client has said who it is.
    NONE,
    /// Any key: tells what every client may know.
    ANY_KEY,
    /// To read documents of a collection.
    READ,
    /// To change documents of a collection.
    WRITE,
    /// To make and drop collections.
    DEFINE
  }
}
