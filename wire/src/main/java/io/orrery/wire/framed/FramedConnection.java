// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Intake;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.conversation.MessageForm;
import io.orrery.wire.conversation.OpenConversation;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// One client of a framed protocol: makes messages of frames.
final class FramedConnection implements FrameCutter.Receiver, MessageForm<ByteBuffer> {
  private final OpenConversation<ByteBuffer> conversation;
  private final FrameCutter cutter;

  private final FrameList unfinished = new FrameList();

  /// Written by the door's threads.
  private volatile Framing framing;

  FramedConnection(
      AcceptedConnection connection, FramedDoor door, Framing framing, ConversationLimits limits) {
    this.framing = framing;
    this.conversation =
        new OpenConversation<>(
            connection, limits, this, this::resume, client -> door.begin(client, this::use));
    this.cutter = new FrameCutter(connection.channel(), conversation, this);
  }

  FrameCutter cutter() {
    return cutter;
  }

  private void resume() {
    cutter.cut();
  }

  private void use(Framing next) {
    framing = next;
  }

  @Override
  public Framing framing() {
    return framing;
  }

  @Override
  public int keptBytes() {
    return unfinished.bytes();
  }

  @Override
  public void receive(Intake frame) {
    if (unfinished.isEmpty()) {
      ByteBuffer message = ByteBuffer.wrap(frame.content());
      if (framing.isMessage(List.of(message))) {
        conversation.receive(message, frame::discard); // As nearly all are.
        return;
      }
    }
    receivePart(frame);
  }

  private void receivePart(Intake frame) {
    unfinished.add(frame);
    List<ByteBuffer> frames = unfinished.contents().stream().map(ByteBuffer::wrap).toList();
    if (!framing.isMessage(frames)) {
      conversation.partial();
      return;
    }
    int bytes = unfinished.bytes();
    ByteBuffer message = frames.size() == 1 ? frames.getFirst() : joined(frames, bytes);
    conversation.receive(message, unfinished.handOver());
  }

  private static ByteBuffer joined(List<ByteBuffer> frames, int bytes) {
    ByteBuffer message = ByteBuffer.allocate(bytes);
    frames.forEach(message::put);
    return message.flip();
  }

  @Override
  public void forget() {
    unfinished.handOver().run();
  }

  @Override
  public ByteBuf encode(ByteBuffer message) {
    return Unpooled.wrappedBuffer(message);
  }

  @Override
  public ByteBuf farewell(Optional<Refusal> reason) {
    return Unpooled.EMPTY_BUFFER;
  }
}
