// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.log;

import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;

/// A command on its way through a [PartitionLog], which ends it in one of three ways. None of them
/// allocates: a proposal can be ended when there is no memory left.
public interface Proposal {

  Command command();

  /// The command is durable and applied.
  void succeed(Outcome outcome);

  /// Nothing of the command is or will be in the state. A log that does not lead gives a
  /// [ProposalFailure] that says so.
  void refuse(Throwable why);

  /// The command may be in the state, now or later.
  void leaveOpen(Throwable why);
}
