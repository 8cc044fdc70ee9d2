// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import io.netty.buffer.ByteBuf;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Intake;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.conversation.MessageForm;
import io.orrery.wire.conversation.OpenConversation;
import io.orrery.wire.framed.FrameCutter;
import io.orrery.wire.framed.FrameList;
import io.orrery.wire.framed.Framing;
import io.orrery.wire.framed.MalformedFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One client that speaks WebSocket: makes messages of fragments, answers pings, takes leave. All
/// of this but the encoding belongs to the event loop.
public final class WebSocketConnection
    implements FrameCutter.Receiver, MessageForm<WebSocketMessage> {
  private final OpenConversation<WebSocketMessage> conversation;
  private final FrameCutter cutter;
  private final FrameList unfinished = new FrameList();
  private boolean notText;

  public WebSocketConnection(
      AcceptedConnection connection, WebSocketDoor door, ConversationLimits limits) {
    this.conversation = new OpenConversation<>(connection, limits, this, this::resume, door::begin);
    this.cutter = new FrameCutter(connection.channel(), conversation, this);
  }

  /// What has to stand behind the socket.
  public FrameCutter cutter() {
    return cutter;
  }

  private void resume() {
    cutter.cut();
  }

  @Override
  public Framing framing() {
    return FrameHead::frameLength;
  }

  @Override
  public int keptBytes() {
    return unfinished.bytes();
  }

  @Override
  public void receive(Intake frame) {
    FrameHead head = FrameHead.parse(ByteBuffer.wrap(frame.content()));
    switch (head.opcode()) {
      case CONTINUATION -> receive(head, frame, !unfinished.isEmpty());
      case TEXT, BINARY -> receive(head, frame, unfinished.isEmpty());
      case CLOSE, PING, PONG -> receiveControl(head, frame);
    }
  }

  private void receive(FrameHead head, Intake frame, boolean inPlace) {
    unfinished.add(frame);
    if (!inPlace) {
      throw new MalformedFrameException("A fragment is out of place.");
    }
    if (head.last()) {
      WebSocketMessage message = message(unfinished.contents());
      conversation.receive(message, unfinished.handOver());
    } else {
      conversation.partial();
    }
  }

  private void receiveControl(FrameHead head, Intake frame) {
    ByteBuffer payload = head.payload(frame.content());
    frame.discard();
    if (head.opcode() == FrameHead.Opcode.CLOSE) {
      conversation.end(CloseFrame.echo(payload));
      return;
    }
    if (head.opcode() == FrameHead.Opcode.PING) {
      conversation.sendNow(FrameHead.encode(FrameHead.Opcode.PONG, payload));
    }
    if (unfinished.isEmpty()) {
      conversation.aside();
    }
  }

  /// What the first fragment is, the message is.
  private WebSocketMessage message(List<byte[]> frames) {
    FrameHead first = FrameHead.parse(ByteBuffer.wrap(frames.getFirst()));
    ByteBuffer content = frames.size() == 1 ? first.payload(frames.getFirst()) : joined(frames);
    return first.opcode() == FrameHead.Opcode.TEXT
        ? new WebSocketMessage.Text(text(content))
        : new WebSocketMessage.Binary(content);
  }

  private ByteBuffer joined(List<byte[]> frames) {
    ByteBuffer content = ByteBuffer.allocate(unfinished.bytes());
    for (byte[] frame : frames) {
      content.put(FrameHead.parse(ByteBuffer.wrap(frame)).payload(frame));
    }
    return content.flip();
  }

  private String text(ByteBuffer content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(content).toString();
    } catch (CharacterCodingException _) {
      notText = true;
      throw new MalformedFrameException("A text is not UTF-8.");
    }
  }

  @Override
  public void forget() {
    unfinished.handOver().run();
  }

  @Override
  public ByteBuf encode(WebSocketMessage message) {
    return switch (message) {
      case WebSocketMessage.Text(var text) ->
          FrameHead.encode(
              FrameHead.Opcode.TEXT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      case WebSocketMessage.Binary(var bytes) -> FrameHead.encode(FrameHead.Opcode.BINARY, bytes);
    };
  }

  @Override
  public ByteBuf farewell(Optional<Refusal> reason) {
    if (notText) {
      return CloseFrame.of(CloseFrame.NOT_TEXT, "");
    }
    return reason.map(CloseFrame::of).orElseGet(CloseFrame::goingAway);
  }
}
