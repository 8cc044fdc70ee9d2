// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.door;

import io.orrery.gateway.RequestContext;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Principal;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;
import io.orrery.wire.framed.FramedDoor;
import io.orrery.wire.framed.Framing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The example of a door: what every API needs, once, in as few lines as possible. A request is a
/// line of words, an answer some lines and `done`, or one line that begins with `error`.
///
/// ```
/// hello <key of the account>
/// create <table>
/// put <table> <tenant> <month> <sensor> <at> <timestamp> <column>=<JSON>…
/// delete <table> <tenant> <month> <sensor> <at> <timestamp>
/// delete <table> <tenant> <month> <sensor> <timestamp>
/// scan <table> <tenant> <month> forward|reverse
/// find <table> <column> =|!=|<|<=|>|>= <JSON>
/// ```
///
/// What lines mean is in [ExampleTables]. In a server, a door is a line of `Doors` and a port of
/// `KnownSettings` besides.
final class ExampleDoor implements FramedDoor {
  /// Messages are lines.
  static final Framing LINES =
      arrived -> {
        for (int i = arrived.position(); i < arrived.limit(); i++) {
          if (arrived.get(i) == '\n') {
            return OptionalInt.of(i + 1 - arrived.position());
          }
        }
        return OptionalInt.empty();
      };

  private final ExampleTables tables;
  private final Credentials credentials;

  ExampleDoor(ExampleTables tables, Credentials credentials) {
    this.tables = tables;
    this.credentials = credentials;
  }

  @Override
  public Conversation<ByteBuffer> begin(Client<ByteBuffer> client, FramingChoice framing) {
    return new Dialogue(client);
  }

  /// One client: it is a visitor until it has said a key.
  private final class Dialogue implements Conversation<ByteBuffer> {
    private final Client<ByteBuffer> client;
    private Principal principal = new Principal.Visitor();

    /// What is being done for the client, or was last.
    private volatile @Nullable RequestContext current;

    Dialogue(Client<ByteBuffer> client) {
      this.client = client;
    }

    @Override
    public void receive(ByteBuffer message) {
      String line = StandardCharsets.UTF_8.decode(message).toString().strip();
      try {
        StringBuilder answer = new StringBuilder();
        answer(List.of(line.split(" "))).forEach(each -> answer.append(each).append('\n'));
        say(answer + "done\n");
      } catch (OrreryException refusal) {
        say("error " + refusal.code() + " " + refusal.getMessage() + "\n");
      }
    }

    private List<String> answer(List<String> words) {
      if (words.getFirst().equals("hello") && words.size() == 2) {
        principal = recognise(words.getLast());
        client.recognise();
        return List.of();
      }
      return tables.answer(words, principal, this::request);
    }

    private RequestContext request() {
      RequestContext context = tables.request();
      current = context;
      return context;
    }

    @Override
    public void left() {
      RequestContext context = current;
      if (context != null) {
        context.cancel();
      }
    }

    private void say(String answer) {
      Client.Sent _ = client.send(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private Principal recognise(String key) {
    byte[] said = decode(key);
    AccountKeys keys = credentials.keys();
    List<AccountKeys.Name> full = List.of(AccountKeys.Name.PRIMARY, AccountKeys.Name.SECONDARY);
    List<AccountKeys.Name> readOnly =
        List.of(AccountKeys.Name.PRIMARY_READ_ONLY, AccountKeys.Name.SECONDARY_READ_ONLY);
    if (full.stream().anyMatch(name -> MessageDigest.isEqual(keys.key(name), said))) {
      return new Principal.KeyHolder(false);
    }
    if (readOnly.stream().anyMatch(name -> MessageDigest.isEqual(keys.key(name), said))) {
      return new Principal.KeyHolder(true);
    }
    throw new OrreryException(ErrorCode.UNAUTHENTICATED, "This is no key of the account.");
  }

  private static byte[] decode(String key) {
    try {
      return Base64.getDecoder().decode(key);
    } catch (IllegalArgumentException noBase64) {
      return new byte[0];
    }
  }
}
