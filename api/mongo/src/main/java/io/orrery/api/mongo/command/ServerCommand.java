// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import java.util.List;

/// Questions about the server, which clients ask when they connect.
public sealed interface ServerCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.ANY_KEY;
  }

  record Ping() implements ServerCommand {
    @Override
    public Right right() {
      return Right.NONE;
    }
  }

  record BuildInfo() implements ServerCommand {
    @Override
    public Right right() {
      return Right.NONE;
    }
  }

  /// Lines of the server's log.
  ///
  /// @param log which: `startupWarnings`, `global`, or `*` for their names
  record GetLog(String log) implements ServerCommand {}

  /// What the server is set to.
  ///
  /// @param names of parameters, of which some may be known
  record GetParameter(List<String> names) implements ServerCommand {
    public GetParameter {
      names = List.copyOf(names);
    }
  }

  record WhatsMyUri() implements ServerCommand {}

  record ConnectionStatus(boolean showsPrivileges) implements ServerCommand {}

  record HostInfo() implements ServerCommand {}

  record CommandLineOptions() implements ServerCommand {}

  record ListCommands() implements ServerCommand {}

  record ReplicaSetStatus() implements ServerCommand {}

  /// Sets what a server is compatible with, which may be what it is.
  record SetCompatibility(String version) implements ServerCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  /// Whether this is a router of a sharded cluster.
  record IsRouter() implements ServerCommand {}

  /// What the last command on this connection cost.
  record LastRequestStatistics() implements ServerCommand {}
}
