// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.Intake;
import io.orrery.wire.connection.OpenConnections;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.OpenConversation;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Cuts what a client sends into frames, as far as its conversation can take them. What has arrived
/// beyond that waits, and its client is not read from. All of this belongs to the event loop.
public final class FrameCutter extends ChannelInboundHandlerAdapter {
  /// Who gets the frames.
  public interface Receiver {

    /// How the next frame is told.
    Framing framing();

    /// How many bytes of the message are there already that the next frame belongs to.
    int keptBytes();

    /// A whole frame. It is the receiver's to discard.
    void receive(Intake frame);

    /// The connection ends; what is left of an unfinished message is of no use.
    void forget();
  }

  private final SocketChannel channel;
  private final OpenConversation<?> conversation;
  private final Receiver receiver;
  private final Queue<ByteBuf> waiting = new ArrayDeque<>(2);

  /// The beginning of a frame, as long as nobody can tell how long it is.
  private ByteBuf head = Unpooled.EMPTY_BUFFER;

  private @Nullable Intake frame;
  private int missingBytes;
  private boolean cutting;

  public FrameCutter(SocketChannel channel, OpenConversation<?> conversation, Receiver receiver) {
    this.channel = channel;
    this.conversation = conversation;
    this.receiver = receiver;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    conversation.begin();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    waiting.add((ByteBuf) message);
    cut();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    conversation.waited();
    context.fireChannelReadComplete();
  }

  /// Goes on with what has arrived. A loop and not a recursion: a client decides how much it is.
  public void cut() {
    if (cutting) {
      return;
    }
    cutting = true;
    try {
      while (!waiting.isEmpty() && (conversation.isEnding() || conversation.mayReceive())) {
        takeFrom(waiting.element());
      }
    } catch (MalformedFrameException e) {
      conversation.refuse(Refusal.malformed(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      Closing.after(e, channel); // Also where no pipeline would catch it.
    } finally {
      cutting = false;
    }
    if (conversation.isEnding()) {
      forget();
    }
    channel.config().setAutoRead(waiting.isEmpty());
  }

  /// Nobody will look at what is there.
  private void forget() {
    waiting.forEach(this::discard);
    waiting.clear();
    if (frame != null) {
      frame.discard();
      frame = null;
    }
    receiver.forget();
  }

  private void takeFrom(ByteBuf arrived) {
    if (arrived.isReadable() && !conversation.isEnding()) {
      if (frame == null) {
        begin(arrived);
      } else {
        fill(frame, head.isReadable() ? head : arrived);
      }
    }
    if (conversation.isEnding() || !arrived.isReadable()) {
      discard(waiting.remove());
    }
  }

  private void discard(ByteBuf rest) {
    conversation.discard(rest.readableBytes());
    rest.release();
  }

  private void begin(ByteBuf arrived) {
    int known = head.readableBytes();
    ByteBuf start = arrived;
    if (known > 0) {
      int more = Math.min(arrived.readableBytes(), Framing.LOOK_AHEAD_BYTES_MAX - known);
      start = head.writeBytes(arrived, arrived.readerIndex(), more);
    }
    OptionalInt length = receiver.framing().length(start.nioBuffer().asReadOnlyBuffer());
    if (length.isPresent()) {
      head.writerIndex(known);
      begin(length.getAsInt());
    } else if (start.readableBytes() >= Framing.LOOK_AHEAD_BYTES_MAX) {
      throw new MalformedFrameException("A frame does not say how long it is.");
    } else {
      keep(arrived, known);
    }
  }

  private void keep(ByteBuf arrived, int known) {
    if (known == 0) {
      head = Unpooled.buffer(arrived.readableBytes(), Framing.LOOK_AHEAD_BYTES_MAX);
      head.writeBytes(arrived);
    } else {
      arrived.skipBytes(arrived.readableBytes()); // It is in the head already.
    }
    conversation.partial();
  }

  private void begin(int length) {
    if (length <= head.readableBytes()) {
      throw new MalformedFrameException("A frame ends before it says how long it is.");
    }
    int max = conversation.messageBytesMax();
    if (length > max - receiver.keptBytes()) {
      conversation.refuse(Refusal.tooLarge("The message", max));
      return;
    }
    frame = conversation.expect(length);
    missingBytes = length;
  }

  private void fill(Intake growing, ByteBuf arrived) {
    int length = Math.min(missingBytes, arrived.readableBytes());
    if (conversation.take(growing, arrived, length) != Intake.Taken.WHOLLY) {
      return;
    }
    missingBytes -= length;
    if (!head.isReadable()) {
      head = Unpooled.EMPTY_BUFFER;
    }
    if (missingBytes > 0) {
      conversation.partial();
      return;
    }
    frame = null;
    growing.arrived();
    receiver.receive(growing);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof OpenConnections.Signal signal) {
      conversation.signal(signal);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    conversation.closed();
    cut();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, channel);
  }
}
