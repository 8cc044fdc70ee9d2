// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orrery.testkit.Load;
import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stored procedures, triggers and functions with the unmodified Java SDK in gateway mode.
class JavaScriptsIT {
  private static final int CLIENTS = 16;
  private static final int CALLS_EACH = Load.of(300);

  @TempDir private static Path directory;
  private static ServerProcess server;
  private static CosmosClient client;
  private static CosmosContainer container;
  private static CosmosScripts scripts;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory", "--throttling", "off");
    client = JavaClients.of(server).buildClient();
    client.createDatabase("scripts");
    client.getDatabase("scripts").createContainer("items", "/pk");
    container = client.getDatabase("scripts").getContainer("items");
    scripts = container.getScripts();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static void procedure(String id, String body) {
    assertThat(
            scripts
                .createStoredProcedure(new CosmosStoredProcedureProperties(id, body))
                .getStatusCode())
        .isEqualTo(201);
  }

  private static CosmosStoredProcedureResponse execute(
      String id, String key, List<Object> arguments) {
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(new PartitionKey(key));
    options.setScriptLoggingEnabled(true);
    return scripts.getStoredProcedure(id).execute(arguments, options);
  }

  private static ObjectNode read(String id, String key) {
    return container.readItem(id, new PartitionKey(key), ObjectNode.class).getItem();
  }

  private static void refused(int status, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(status));
  }

  @Test
  void proceduresAreManagedAndExecuted() {
    procedure(
        "greet",
        "function (name) { console.log('to %s', name); __.response.setBody('Hello ' + name); }");
    CosmosStoredProcedureResponse done = execute("greet", "p", List.of("you"));
    assertThat(done.getResponseAsString()).isEqualTo("\"Hello you\"");
    assertThat(done.getScriptLog()).isEqualTo("to you");
    assertThat(done.getRequestCharge()).isNotNegative();
    CosmosStoredProcedureProperties read =
        scripts.getStoredProcedure("greet").read().getProperties();
    assertThat(read.getBody()).startsWith("function (name)");
    CosmosStoredProcedureProperties greet =
        scripts.getStoredProcedure("greet").read().getProperties();
    greet.setBody("function (name) { __.response.setBody('Bye ' + name); }");
    scripts.getStoredProcedure("greet").replace(greet);
    assertThat(execute("greet", "p", List.of("you")).getResponseAsString())
        .isEqualTo("\"Bye you\"");
    assertThat(
            scripts.readAllStoredProcedures().stream().map(CosmosStoredProcedureProperties::getId))
        .contains("greet");
    assertThat(
            scripts
                .queryStoredProcedures(
                    "SELECT * FROM root r WHERE r.id = 'greet'", new CosmosQueryRequestOptions())
                .stream())
        .hasSize(1);
    scripts.getStoredProcedure("greet").delete();
    refused(404, () -> execute("greet", "p", List.of("you")));
    procedure("wrong", "function ( {");
    refused(400, () -> execute("wrong", "p", List.of()));
  }

  @Test
  void failuresTellTheScriptsMessage() {
    procedure("fails", "function () { throw new Error('no such luck'); }");
    assertThatThrownBy(() -> execute("fails", "p", List.of()))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
        .hasMessageContaining("no such luck");
  }

  @Test
  void triggersRunWithTheirOperation() {
    CosmosTriggerProperties before =
        new CosmosTriggerProperties(
            "default-price",
            "function () { var r = getContext().getRequest(); var b = r.getBody();"
                + " if (b.price === undefined) b.price = 1; r.setBody(b); }");
    before.setTriggerType(TriggerType.PRE).setTriggerOperation(TriggerOperation.CREATE);
    CosmosTriggerProperties behind =
        new CosmosTriggerProperties(
            "guard",
            "function () { if (getContext().getResponse().getBody().price > 9)"
                + " throw new Error('too dear'); }");
    behind.setTriggerType(TriggerType.POST).setTriggerOperation(TriggerOperation.ALL);
    scripts.createTrigger(before);
    scripts.createTrigger(behind);
    assertThat(scripts.getTrigger("guard").read().getProperties().getTriggerType())
        .isEqualTo(TriggerType.POST);
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();
    options.setPreTriggerInclude(List.of("default-price"));
    options.setPostTriggerInclude(List.of("guard"));
    container.createItem(Map.of("id", "cheap", "pk", "t"), new PartitionKey("t"), options);
    assertThat(read("cheap", "t").get("price").asInt()).isEqualTo(1);
    refused(
        400,
        () ->
            container.createItem(
                Map.of("id", "dear", "pk", "t", "price", 10), new PartitionKey("t"), options));
    refused(404, () -> read("dear", "t"));
  }

  @Test
  void functionsAreManaged() {
    scripts.createUserDefinedFunction(
        new CosmosUserDefinedFunctionProperties("tax", "function (x) { return x * 0.2; }"));
    assertThat(scripts.getUserDefinedFunction("tax").read().getProperties().getBody())
        .contains("0.2");
    scripts.getUserDefinedFunction("tax").delete();
    refused(404, () -> scripts.getUserDefinedFunction("tax").read());
  }

  /// Two procedures, one counter, 16 clients: nothing is lost and nobody is turned away.
  @Test
  void countersCountExactly() throws InterruptedException {
    String increment =
        """
        function () {
          __.readDocument(__.getAltLink() + '/docs/counter', function (err, counter) {
            if (err) throw err;
            counter.n++;
            __.replaceDocument(counter._self, counter, function (err, saved) {
              if (err) throw err;
              __.response.setBody(saved.n);
            });
          });
        }
        """;
    procedure("up", increment);
    procedure("also-up", increment);
    container.createItem(Map.of("id", "counter", "pk", "c", "n", 0));
    List<Future<?>> calls = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(CLIENTS)) {
      for (int i = 0; i < CALLS_EACH; i++) {
        calls.add(executor.submit(() -> execute("up", "c", List.of())));
        calls.add(executor.submit(() -> execute("also-up", "c", List.of())));
      }
    }
    for (Future<?> call : calls) {
      try {
        assertThat(call.get()).isNotNull();
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
    assertThat(read("counter", "c").get("n").asInt()).isEqualTo(2 * CALLS_EACH);
  }
}
