// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.orrery.wire.connection.Patience;

/// What one connection is granted.
///
/// @param messageBytesMax of one message; a stranger's are small in any case
/// @param inFlightMax how many messages of a known client may be handled at once; 1 keeps them in
///   order. A stranger's are always handled one after the other
public record ConversationLimits(int messageBytesMax, int inFlightMax, Patience patience) {
  public ConversationLimits {
    if (messageBytesMax < 1 || inFlightMax < 1) {
      throw new IllegalArgumentException("A limit of messages is below its minimum");
    }
  }
}
