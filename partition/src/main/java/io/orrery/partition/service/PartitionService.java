// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.partition.layout.PartitionId;
import java.util.Optional;

/// One partition, wherever it is. Whoever holds this may ask from any thread, as often and as much
/// at once as the partition lets in.
///
/// A call blocks until it is answered, and fails with an [io.orrery.model.OrreryException]:
///
/// - TOO_MANY_REQUESTS, and how long to wait, before anything was done,
/// - SESSION_NOT_AVAILABLE if the partition has not come as far as the caller has seen,
/// - DEADLINE_EXCEEDED or CANCELLED as the [PartitionCall] says; a command whose turn had not come
///   is then not carried out,
/// - UNAVAILABLE, STORAGE_FAILED or INTERNAL if the partition cannot: only then is it open what
///   became of a command.
///
/// A command may be sent again, here or elsewhere, only after the answer [PartitionReply.Moved] or
/// [PartitionReply.NotLeader].
public interface PartitionService extends AutoCloseable {

  PartitionId id();

  <A extends PartitionAnswer> PartitionReply<A> ask(
      PartitionRequest<A> request, PartitionCall call);

  /// Reads an item without waiting for anything: neither a disk, nor a session, nor another
  /// machine. Empty if it cannot be had like that; then nothing was done or paid for, and [#ask]
  /// answers. Fails as [#ask] does.
  default Optional<PartitionAnswer.Found> findAtOnce(
      PartitionRequest.Find request, PartitionCall call) {
    return Optional.empty();
  }

  /// Holds a state as [PartitionRequest.OpenRead] does, for requests that must not wait either:
  /// what [#ask] does with it is done from memory and is little, or fails with
  /// [io.orrery.model.WouldWait]. Empty if it cannot be had like that.
  default Optional<PartitionAnswer.Opened> openAtOnce(PartitionCall call) {
    return Optional.empty();
  }

  /// Gives up whatever this partition does or has waiting for a request; it ends with CANCELLED at
  /// the next occasion. Does nothing if there is no such call, or no more.
  ///
  /// @param request as in [PartitionCall#request]
  void cancel(long request);

  /// Lets what is being done end, and refuses everything later.
  @Override
  void close();
}
