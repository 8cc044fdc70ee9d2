// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.log;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import org.jspecify.annotations.Nullable;

/// A command that got no outcome, and what its proposer may conclude from that.
public final class ProposalFailure extends OrreryException {
  private static final long serialVersionUID = 1L;

  /// What became of the command.
  public enum Fate {
    /// Nothing of it is or will be in the state: it may be proposed again.
    NOT_CARRIED_OUT,
    /// Likewise, because this copy of the partition does not lead: another one takes it.
    NOT_LEADER,
    /// It may be in the state, now or later; only reading can tell. It must not be repeated
    /// blindly.
    UNKNOWN
  }

  private final Fate fate;

  public ProposalFailure(Fate fate, ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
    this.fate = fate;
  }

  public static ProposalFailure notLeader(String message) {
    return new ProposalFailure(Fate.NOT_LEADER, ErrorCode.UNAVAILABLE, message, null);
  }

  public Fate fate() {
    return fate;
  }
}
