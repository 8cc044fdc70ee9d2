// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.access.ScramKeys;
import io.orrery.api.mongo.user.MongoUsers;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.container.Api;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.framed.FramedCodec;
import io.orrery.wire.framed.FramedDoor;
import io.orrery.wire.framed.LengthField;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The MongoDB API: what all of its connections share.
public final class MongoDoor implements FramedDoor {
  /// As clients are told in the greeting.
  static final int MESSAGE_BYTES_MAX = 48_000_000;

  private static final LengthField FRAMING =
      new LengthField(16, 0, ByteOrder.LITTLE_ENDIAN, LengthField.Measure.WHOLE_FRAME);

  private final MongoSettings settings;
  private final ScramKeys keys;
  private final MongoUsers users;
  private final ClusterTime time;
  private final DataAnswers data;
  private final InflationBudget inflation = InflationBudget.ofThisProcess();
  private final ConnectionCount connections = new ConnectionCount();
  private final FailPoints failPoints;

  public MongoDoor(Gateway gateway, Credentials credentials, MongoSettings settings) {
    this.settings = settings;
    this.failPoints = new FailPoints(settings.testCommands());
    this.users =
        new MongoUsers(
            gateway.administration().apiProperties(Api.MONGO),
            settings.user(),
            gateway.administration().limits().namedUsers());
    this.time = new ClusterTime(settings.clock());
    this.data = new DataAnswers(gateway, settings, users, connections, time);
    this.keys = new ScramKeys(credentials, settings.user(), users);
  }

  /// Documents of collections for those who do not speak the protocol.
  public ItemTexts view() {
    return data.view();
  }

  /// Removes documents whose time is over, now and then until it is closed.
  public AutoCloseable removeExpired() {
    Expiry expiry = data.expiry();
    expiry.start();
    return expiry;
  }

  /// Removes documents whose time is over, once.
  void removeExpiredNow() {
    data.expiry().sweep();
  }

  /// The protocol with this door behind it. Requests of a connection are handled one after the
  /// other: clients expect their answers in order.
  public FramedCodec codec() {
    return new FramedCodec(
        this, FRAMING, new ConversationLimits(MESSAGE_BYTES_MAX, 1, Patience.DEFAULT));
  }

  @Override
  public Conversation<ByteBuffer> begin(Client<ByteBuffer> client, FramingChoice framing) {
    var greetings = new Greetings(settings, keys, users, client, connections.arrived());
    var answers = new ServerAnswers(settings, client, greetings);
    return new MongoConversation(
        client, greetings, answers, data, time, inflation, connections, failPoints);
  }
}
