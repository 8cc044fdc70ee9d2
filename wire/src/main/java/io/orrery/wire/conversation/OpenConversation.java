// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.Intake;
import io.orrery.wire.connection.LastWords;
import io.orrery.wire.connection.LoopShare;
import io.orrery.wire.connection.OpenConnections;
import io.orrery.wire.connection.Port;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.connection.TrafficBudget;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A conversation that goes on: hands messages to the door, and says when its client is not to be
/// read from. That is while as many messages are handled as the limits allow, while the client does
/// not take answers, and while the process has no room for what it sends. A client that sends
/// faster than that fills its own socket buffer and nothing of ours.
///
/// All methods but those of [Client] belong to the channel's event loop, as do the fields.
public final class OpenConversation<M> implements Client<M> {
  private static final Logger LOG = LoggerFactory.getLogger(OpenConversation.class);

  private enum Phase {
    OPEN,
    /// Ends after the messages that are being handled.
    DRAINING,
    /// Its client was refused, or the door has closed it.
    ENDING,
    CLOSED
  }

  private final SocketChannel channel;
  private final Port port;
  private final boolean secure;
  private final ConversationLimits limits;
  private final MessageForm<M> form;
  private final Runnable resume;
  private final Conversation<M> conversation;
  private final Outgoing outgoing;
  private final Arrival arrival;
  private final InFlight inFlight;
  private final LoopShare share = new LoopShare();

  private Phase phase = Phase.OPEN;
  private @Nullable LastWords lastWords;

  /// Written by the door's threads.
  private volatile boolean recognised;

  /// @param resume looks again whether more can be received
  public OpenConversation(
      AcceptedConnection connection,
      ConversationLimits limits,
      MessageForm<M> form,
      Runnable resume,
      Function<Client<M>, Conversation<M>> door) {
    this.channel = connection.channel();
    this.port = connection.port();
    this.secure = connection.secure();
    this.limits = limits;
    this.form = form;
    this.resume = resume;
    this.outgoing = new Outgoing(connection, limits.patience().answer(), resume);
    this.arrival = new Arrival(channel, port.budget(), limits.patience(), resume, this::late);
    this.inFlight =
        new InFlight(channel.eventLoop(), limits.patience().request(), () -> Closing.slow(channel));
    this.conversation = door.apply(this);
  }

  /// To be called when the connection is wholly set up.
  public void begin() {
    if (port.connections().draining()) {
      drain();
    } else {
      arrival.expect(recognised);
    }
  }

  // What the client sends.

  /// Whether more of a message may be taken.
  public boolean mayReceive() {
    int max = recognised ? limits.inFlightMax() : 1;
    return phase == Phase.OPEN
        && inFlight.count() < max
        && !arrival.isAwaitingRoom()
        && !outgoing.isFull();
  }

  /// The most that one message may have now: little as long as nobody knows whose it is.
  public int messageBytesMax() {
    return recognised
        ? limits.messageBytesMax()
        : Math.min(limits.messageBytesMax(), TrafficBudget.SMALL_BYTES);
  }

  /// For a message, or a part of one, of that many bytes.
  public Intake expect(int bytes) {
    boolean known = recognised;
    var intake = new Intake(port.budget(), bytes, bytes, known, () -> Closing.slow(channel));
    if (known) {
      intake.admit();
    }
    return intake;
  }

  /// A message has come in part.
  public void partial() {
    arrival.begin();
  }

  /// What has come was no message, but a word of the protocol itself.
  public void aside() {
    arrival.complete();
    if (recognised && inFlight.isEmpty()) {
      arrival.expect(true);
    }
  }

  /// Takes more of a message. If there is no room for it, nothing is received until there is.
  public Intake.Taken take(Intake message, ByteBuf part, int length) {
    return arrival.take(message, part, length);
  }

  private void late() {
    if (phase != Phase.OPEN) {
      return;
    }
    if (arrival.isAwaitingRoom()) {
      refuse(Refusal.full());
    } else if (arrival.isPartial()) {
      refuse(Refusal.lateRequest());
    } else if (inFlight.isEmpty()) {
      end();
    }
  }

  /// A message is there.
  ///
  /// @param release gives back what it holds of the budget, when it has been handled
  public void receive(M message, Runnable release) {
    arrival.complete();
    Optional<M> answer = answerAtOnce(message);
    if (answer.isPresent()) {
      share.take();
      release.run();
      sendNow(form.encode(answer.get()));
      arrival.expect(recognised);
      return;
    }
    var work =
        new MessageWork(
            () -> conversation.receive(message),
            release,
            this::handled,
            channel.eventLoop().ticker());
    inFlight.start(work);
  }

  /// Everything that had arrived is taken: the event loop turns to the others before it comes back.
  public void waited() {
    share.renew();
  }

  private Optional<M> answerAtOnce(M message) {
    if (!recognised || !inFlight.isEmpty() || !share.isLeft()) {
      return Optional.empty();
    }
    try {
      return conversation.answerAtOnce(message);
    } catch (RuntimeException e) {
      LOG.debug("A door failed at once, and is asked again", e);
      return Optional.empty();
    }
  }

  private void handled(MessageWork work, @Nullable Throwable failure) {
    execute(() -> finish(work, failure));
  }

  private void finish(MessageWork work, @Nullable Throwable failure) {
    inFlight.finish(work);
    share.renew();
    if (isEnding()) {
      if (failure != null) {
        LOG.debug("A door gave up, as nobody waits for it", failure);
      }
      if (phase == Phase.CLOSED) {
        endIfQuiet();
      }
      return;
    }
    if (failure != null) {
      LOG.error("A door failed", failure);
      refuse(Refusal.internal());
    } else if (phase == Phase.DRAINING) {
      drain();
    } else if (inFlight.isEmpty() && !arrival.isPartial()) {
      arrival.expect(recognised);
    }
    resume.run();
  }

  // What is sent to the client.

  @Override
  public Sent send(M message) {
    return outgoing.send(form.encode(message));
  }

  /// What the protocol itself has to say.
  public void sendNow(ByteBuf bytes) {
    if (isEnding()) {
      bytes.release();
    } else {
      outgoing.sendNow(bytes);
    }
  }

  @Override
  public InetSocketAddress address() {
    return channel.remoteAddress();
  }

  @Override
  public InetSocketAddress localAddress() {
    return channel.localAddress();
  }

  @Override
  public boolean secure() {
    return secure;
  }

  @Override
  public void recognise() {
    if (!recognised) {
      recognised = true;
      port.connections().recognise(channel);
    }
  }

  // The end.

  @Override
  public void close() {
    execute(this::end);
  }

  private void end() {
    end(form.farewell(Optional.empty()));
  }

  /// Ends with these words of the protocol.
  public void end(ByteBuf farewell) {
    if (isEnding()) {
      farewell.release();
    } else {
      outgoing.sendNow(farewell);
      phase = Phase.ENDING;
      outgoing.end();
      resume.run();
    }
  }

  /// Tells the client why, and ends.
  public void refuse(Refusal refusal) {
    if (isEnding()) {
      return;
    }
    phase = Phase.ENDING;
    inFlight.interrupt();
    resume.run(); // What has come is of no use any more.
    ByteBuf words =
        Unpooled.wrappedBuffer(
            word(refusal).map(form::encode).orElse(Unpooled.EMPTY_BUFFER),
            form.farewell(Optional.of(refusal)));
    if (words.isReadable()) {
      lastWords = new LastWords(channel, messageBytesMax(), limits.patience());
      lastWords.say(words);
    } else {
      outgoing.end();
    }
  }

  private Optional<M> word(Refusal refusal) {
    try {
      return conversation.refuse(refusal);
    } catch (RuntimeException e) {
      LOG.error("A refusal could not be worded", e);
      return Optional.empty();
    }
  }

  /// Whether what comes is not looked at any more.
  public boolean isEnding() {
    return phase == Phase.ENDING || phase == Phase.CLOSED;
  }

  /// That much has come and was not looked at.
  public void discard(int bytes) {
    if (lastWords != null) {
      lastWords.discard(bytes);
    }
  }

  public void signal(OpenConnections.Signal signal) {
    switch (signal) {
      case DRAIN -> drain();
      case ABORT -> Closing.close(channel);
    }
  }

  private void drain() {
    if (phase == Phase.OPEN) {
      phase = Phase.DRAINING;
    }
    if (inFlight.isEmpty()) {
      end();
    }
  }

  /// The socket is closed.
  public void closed() {
    if (phase != Phase.CLOSED) {
      phase = Phase.CLOSED;
      arrival.closed();
      outgoing.closed();
      inFlight.closed();
      afterwards(conversation::left);
      endIfQuiet();
    }
  }

  private void endIfQuiet() {
    if (inFlight.isEmpty()) {
      afterwards(conversation::ended);
    }
  }

  private static void afterwards(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.error("What should follow a disconnect failed", e);
    }
  }

  private void execute(Runnable task) {
    try {
      channel.eventLoop().execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The server stopped before a conversation ended", e);
    }
  }
}
