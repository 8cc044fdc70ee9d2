// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.access.Credentials;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.wire.Listener;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.framed.FramedCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// The seams are enough for another API: a composite key and clustering columns, one of them
/// descending; cells that merge by their timestamps; scans both ways; a plan with BSON's brackets.
/// Also where catalog and partitions are on the far side of a network.
@ParameterizedClass
@ValueSource(booleans = {false, true})
class ExampleDoorTest {
  private static final long SEED = 20_261_116;

  private final LocalEngine engine;
  private final Credentials credentials;
  private Network network;
  private Listener listener;
  private Socket socket;
  private BufferedReader answers;

  ExampleDoorTest(boolean far) {
    var options = LocalEngine.Options.unthrottled(Limits.DEFAULT);
    this.engine =
        far
            ? new LocalEngine(
                new MemoryStore(),
                options,
                new ImaginaryNetwork(SEED, ImaginaryNetwork.Weather.ROUGH))
            : new LocalEngine(new MemoryStore(), options);
    this.credentials =
        new Credentials(
            engine.gateway().administration().access(), Optional.empty(), InstantSource.system());
  }

  @BeforeEach
  void open() throws IOException {
    engine.plane().createDatabase("example", null);
    var tables = new ExampleTables(engine.gateway(), InstantSource.system());
    var codec =
        new FramedCodec(
            new ExampleDoor(tables, credentials),
            ExampleDoor.LINES,
            new ConversationLimits(1 << 20, 1, Patience.DEFAULT));
    network =
        new Network(
            "example", 1, ConnectionLimits.DEFAULT, TrafficBudget.ofThisProcess(SystemTime.TICKER));
    listener = network.listen(new ListenerSettings("127.0.0.1", 0), codec);
    socket = new Socket(InetAddress.getLoopbackAddress(), listener.port());
    answers =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    listener.close();
    network.close();
    engine.close();
  }

  private List<String> ask(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    String next = answers.readLine();
    while (next != null && !next.equals("done")) {
      lines.add(next);
      next = next.startsWith("error") ? null : answers.readLine();
    }
    return lines;
  }

  private void hello(AccountKeys.Name name) throws IOException {
    String key = Base64.getEncoder().encodeToString(credentials.keys().key(name));
    assertThat(ask("hello " + key)).isEmpty();
  }

  @Test
  void rightsAreThoseOfTheKey() throws IOException {
    assertThat(ask("create t")).singleElement().asString().startsWith("error FORBIDDEN");
    assertThat(ask("hello YWJj")).singleElement().asString().startsWith("error UNAUTHENTICATED");
    hello(AccountKeys.Name.PRIMARY);
    assertThat(ask("create t")).isEmpty();
    assertThat(ask("create t")).singleElement().asString().startsWith("error CONFLICT");
    hello(AccountKeys.Name.PRIMARY_READ_ONLY);
    assertThat(ask("put t a 11 s 1 1 v=1"))
        .singleElement()
        .asString()
        .startsWith("error FORBIDDEN");
    assertThat(ask("scan t a 11 forward")).isEmpty();
    assertThat(ask("nonsense")).singleElement().asString().startsWith("error MALFORMED");
  }

  @Test
  void rowsLieInClusteringOrder() throws IOException {
    hello(AccountKeys.Name.PRIMARY);
    ask("create t");
    for (String row : List.of("s2 5", "s1 -7", "s1 300", "s 20", "s1 20", "s2 -1")) {
      assertThat(ask("put t a 11 " + row + " 1 v=1")).isEmpty();
    }
    ask("put t b 11 s9 1 1 v=2");
    ask("put t a 12 s9 1 1 v=3");
    List<String> rows =
        List.of(
            "\"s\" 20 {\"v\":1}",
            "\"s1\" 300 {\"v\":1}",
            "\"s1\" 20 {\"v\":1}",
            "\"s1\" -7 {\"v\":1}",
            "\"s2\" 5 {\"v\":1}",
            "\"s2\" -1 {\"v\":1}");
    assertThat(ask("scan t a 11 forward")).isEqualTo(rows);
    assertThat(ask("scan t a 11 reverse")).isEqualTo(rows.reversed());
    assertThat(ask("scan t b 11 forward")).containsExactly("\"s9\" 1 {\"v\":2}");
  }

  @Test
  void theLatestWriteOfACellWins() throws IOException {
    hello(AccountKeys.Name.PRIMARY);
    ask("create t");
    ask("put t a 11 s 1 20 x=1 y=1");
    ask("put t a 11 s 1 10 x=9 z=3");
    ask("put t a 11 s 1 30 y=2");
    assertThat(ask("scan t a 11 forward")).containsExactly("\"s\" 1 {\"x\":1,\"y\":2,\"z\":3}");
    ask("delete t a 11 s 1 25");
    assertThat(ask("scan t a 11 forward")).containsExactly("\"s\" 1 {\"y\":2}");
    ask("delete t a 11 s 1 40");
    ask("put t a 11 s 1 35 x=5");
    assertThat(ask("scan t a 11 forward")).isEmpty();
  }

  @Test
  void rangesOfRowsAreDeletedAtTheTimeOfTheWriter() throws IOException {
    hello(AccountKeys.Name.PRIMARY);
    ask("create t");
    for (String row : List.of("s1 1 10", "s1 2 30", "s10 1 10", "s2 1 10")) {
      ask("put t a 11 " + row + " v=1");
    }
    assertThat(ask("delete t a 11 s1 20")).isEmpty();
    List<String> rest = List.of("\"s1\" 2 {\"v\":1}", "\"s10\" 1 {\"v\":1}", "\"s2\" 1 {\"v\":1}");
    assertThat(ask("scan t a 11 forward")).isEqualTo(rest);
    ask("put t a 11 s1 7 15 v=2");
    assertThat(ask("scan t a 11 forward")).as("a write that comes late").isEqualTo(rest);
    ask("put t a 11 s1 7 25 v=3");
    assertThat(ask("scan t a 11 forward")).hasSize(4).contains("\"s1\" 7 {\"v\":3}");
  }

  @Test
  void comparisonsKeepToTheirBracket() throws IOException {
    hello(AccountKeys.Name.PRIMARY);
    ask("create t");
    List<String> values =
        List.of("1", "2.5", "30", "\"a\"", "\"z\"", "true", "null", "[2,\"q\"]", "{\"k\":1}");
    for (int i = 0; i < values.size(); i++) {
      ask("put t tenant" + i + " 11 s " + i + " 1 v=" + values.get(i));
    }
    ask("put t none 11 s 9 1 w=1");
    assertThat(found("> 2")).containsExactly("2.5", "30");
    assertThat(found(">= 2")).containsExactly("2.5", "30", "[2,\"q\"]");
    assertThat(found("< \"r\"")).containsExactly("\"a\"", "[2,\"q\"]");
    assertThat(found("= {\"k\":1}")).containsExactly("{\"k\":1}");
    assertThat(found(">= {\"k\":0}")).containsExactly("{\"k\":1}");
    assertThat(found("<= true")).containsExactly("true");
    assertThat(found("= null")).containsExactlyInAnyOrder("missing", "null");
    assertThat(found("!= 1")).hasSize(9).doesNotContain("1");
    assertThat(ask("find t v = {\"k\":1}")).as("the index knows objects").endsWith("read 1");
    assertThat(ask("find t v > \"b\"")).as("and keeps to strings").endsWith("read 2");
    assertThat(ask("find t v ~ 1")).singleElement().asString().startsWith("error MALFORMED");
  }

  private List<String> found(String comparison) throws IOException {
    return ask("find t v " + comparison).stream()
        .filter(line -> !line.startsWith("read "))
        .map(
            line ->
                line.contains("{\"v\":") ? line.replaceAll("^.*?\\{\"v\":(.*)}$", "$1") : "missing")
        .toList();
  }
}
