// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptsTest {
  private static final String RESPOND = "getContext().getResponse().setBody";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "function f(a, b) { %s(a + b); }|3",
        "function (a, b) { %s(a * 10); }|10",
        "(a, b) => { %s([a, b]); }|[1,2]",
        "  function f(a) { %s(a); };  |1",
        "// before~function f(a) { %s(a); } // behind|1",
        "function f(a) { %s(helper(a)); }~function helper(a) { return a + 41; }|42",
        "function f(a, b, c) { %s(typeof c); }|\"undefined\"",
        "class A { #x = 1; x() { return this.#x; } }; function f() { %s(new A().x()); }|1",
      })
  void bodiesOfManyForms(String body, String answer) {
    String script = body.formatted(RESPOND).replace('~', '\n');
    assertThat(Sandbox.run(new MemoryHost(), script, "[1, 2]")).isEqualTo(answer);
  }

  @Test
  void callbacksRunAfterTheBodyInOrder() {
    MemoryHost host = new MemoryHost();
    String answer =
        Sandbox.run(
            host,
            """
            function () {
              var seen = [];
              var c = getContext().getCollection();
              for (var i = 0; i < 3; i++) {
                c.createDocument(c.getSelfLink(), { id: 'i' + i }, function (err, doc) {
                  seen.push(doc.id);
                  if (seen.length === 3) getContext().getResponse().setBody(seen);
                });
              }
              seen.push('body');
              if (seen.length === 4) throw new Error('unreachable');
            }
            """,
            "[]");
    assertThat(answer).isEqualTo("[\"body\",\"i0\",\"i1\",\"i2\"]");
    assertThat(host.items).hasSize(3);
  }

  @Test
  void longChainsOfCallbacksNeedNoStack() {
    MemoryHost host = new MemoryHost();
    String answer =
        Sandbox.run(
            host,
            """
            function (count) {
              var c = getContext().getCollection();
              var done = 0;
              next();
              function next() {
                var accepted = c.createDocument(c.getSelfLink(), { id: 'i' + done }, function (err) {
                  if (err) throw err;
                  done++;
                  if (done < count) next(); else getContext().getResponse().setBody(done);
                });
                if (!accepted) getContext().getResponse().setBody(done);
              }
            }
            """,
            "[5000]");
    assertThat(answer).isEqualTo("5000");
    assertThat(host.items).hasSize(5000);
  }

  @Test
  void operationsBeyondTheBudgetAreNotAccepted() {
    MemoryHost host = new MemoryHost();
    host.operationsLeft = 7;
    String answer =
        Sandbox.run(
            host,
            """
            function () {
              var i = 0;
              while (__.createDocument(__.getSelfLink(), { id: 'i' + i })) i++;
              __.response.setBody(i);
            }
            """,
            "[]");
    assertThat(answer).isEqualTo("7");
    assertThat(host.items).hasSize(7);
  }

  @Test
  void errorsHaveNumbers() {
    MemoryHost host = new MemoryHost();
    String answer =
        Sandbox.run(
            host,
            """
            function () {
              var numbers = [];
              function note(err) { numbers.push(err ? err.number : 0); __.response.setBody(numbers); }
              var link = __.getSelfLink();
              __.createDocument(link, { id: 'a' }, note);
              __.createDocument(link, { id: 'a' }, note);
              __.readDocument(link + '/docs/none', note);
              __.replaceDocument(link + '/docs/a', { id: 'a' }, { etag: 'other' }, note);
              __.queryDocuments(link, 'nonsense', note);
              __.createDocument(link, JSON.stringify({ id: 'b' }), note);
              numbers.push(new Error(ErrorCodes.CONFLICT, 'x').number);
            }
            """,
            "[]");
    assertThat(answer).isEqualTo("[409,0,409,404,412,400,0]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "throw new Error('boom')|Error: boom",
        "throw 'boom'|boom",
        "throw { number: 7 }|{\"number\":7}",
        "nothing()|ReferenceError",
        "__.readDocument(__.getSelfLink() + '/docs/none')|There is no item none.",
        "__.readDocument('x', {}, function (err) { throw err; })|There is no item x.",
        "try { getContext().abort(new Error('given up')); } catch (e) {}|given up",
        "__.createDocument(1, {})|TypeError",
        "__.createDocument('x', 'no object')|SyntaxError",
        "throw new Error(ErrorCodes.Conflict, 'both')|Error: both",
        "class Mine extends Error {}; throw new Mine('sub')|Error: sub",
        "__.readDocument('x', {}, 5)|TypeError",
        "__.readAttachment('x')|Attachments are not supported",
        "__.response.getResourceQuotaMax()|The quota of a resource is not supported",
        "Promise.reject(new Error('lost'))|lost",
      })
  void whatIsThrownIsTold(String body, String message) {
    assertThatThrownBy(() -> Sandbox.run("function () { " + body + "; }"))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("Encountered exception while executing Javascript. Exception = ")
        .hasMessageContaining(message);
  }

  @Test
  void failuresOfTheServerEndTheScript() {
    MemoryHost broken =
        new MemoryHost() {
          @Override
          public String read(String link, Options options) {
            throw new OrreryException(ErrorCode.STORAGE_FAILED, "The disk is gone.");
          }
        };
    String body = "function () { try { __.readDocument('x', function () {}); } catch (e) {} }";
    assertThatThrownBy(() -> Sandbox.run(broken, body, "[]"))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE_FAILED));
  }

  @Test
  void scriptsMustCompile() {
    for (String wrong : List.of("function (", "", "return 1;", "function f() { let a; let a; }")) {
      assertThatThrownBy(() -> Sandbox.run(wrong))
          .isInstanceOfSatisfying(
              OrreryException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("SyntaxError");
    }
    String tooLong = "function () { /*" + "x".repeat(100_000) + "*/ }";
    assertThatThrownBy(() -> Sandbox.run(tooLong))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @Test
  void theConsoleIsKeptUpToItsLimit() {
    ScriptLog log = ScriptLog.kept(40);
    String body =
        """
        function () {
          console.log('The value of %s is %s.', 'x', 1);
          console.log({ a: 1 }, 2, 'three');
          for (var i = 0; i < 1000; i++) console.log('more');
        }
        """;
    var _ =
        Sandbox.SCRIPTS.run(
            ScriptCall.procedure(Sandbox.script(body), "[]"), new MemoryHost(), log);
    assertThat(log.text()).isEqualTo("The value of x is 1.\n{\"a\":1} 2 three\nmor");
  }

  @Test
  void nothingIsLeftForTheNextRun() {
    assertThat(Sandbox.run("function () { globalThis.left = 1; Array.prototype.x = 1; }")).isNull();
    assertThat(Sandbox.run("function () { " + RESPOND + "([typeof left, typeof [].x]); }"))
        .isEqualTo("[\"undefined\",\"undefined\"]");
  }

  @Test
  void triggersSeeAndChangeTheRequest() {
    Script trigger =
        Sandbox.script(
            """
            function () {
              var request = getContext().getRequest();
              var item = request.getBody();
              item.kind = request.getOperationType();
              request.setBody(item);
            }
            """);
    ScriptResult result =
        Sandbox.SCRIPTS.run(
            new ScriptCall(trigger, "[]", "Create", "{\"id\":\"a\"}", null),
            new MemoryHost(),
            ScriptLog.ignored());
    assertThat(result.request()).isEqualTo("{\"id\":\"a\",\"kind\":\"Create\"}");
    assertThat(result.response()).isNull();
  }

  @Test
  void functionsTakeAndGiveAnyValue() {
    String same = "function (a) { return a; }";
    List<Value> values =
        List.of(
            new Value.Text("ä\u0000\""),
            new Value.Int32(-3),
            new Value.Float64(0.5),
            Value.Bool.TRUE,
            Value.Null.NULL,
            Value.Undefined.UNDEFINED,
            new Value.Array(List.of(new Value.Int32(1), Value.Null.NULL)),
            JsonText.parse("{\"a\":{\"b\":[1.5,\"x\"]}}"));
    try (FunctionCalls functions = Sandbox.SCRIPTS.functions(_ -> Sandbox.script(same))) {
      for (Value value : values) {
        assertThat(functions.call("same", List.of(value))).isEqualTo(value);
      }
      assertThat(functions.call("same", List.of())).isEqualTo(Value.Undefined.UNDEFINED);
    }
  }

  @Test
  void functionsAreBare() {
    String body = "function () { return [typeof getContext, typeof __, typeof console].join(); }";
    try (FunctionCalls functions = Sandbox.SCRIPTS.functions(_ -> Sandbox.script(body))) {
      assertThat(functions.call("f", List.of()))
          .isEqualTo(new Value.Text("undefined,undefined,undefined"));
    }
  }

  @Test
  void functionsFailWithTheirMessage() {
    try (FunctionCalls functions =
        Sandbox.SCRIPTS.functions(
            _ -> Sandbox.script("function (n) { if (n > 1) throw new Error('no'); return n; }"))) {
      assertThatThrownBy(() -> functions.call("f", List.of(new Value.Int32(2))))
          .hasMessageContaining("Error: no");
      assertThat(functions.call("f", List.of(new Value.Int32(1)))).isEqualTo(new Value.Int32(1));
    }
  }

  @Test
  void functionsAreCalledByManyVirtualThreads() throws Exception {
    List<Future<Value>> results = new ArrayList<>();
    try (FunctionCalls functions =
            Sandbox.SCRIPTS.functions(_ -> Sandbox.script("function (n) { return n + 1; }"));
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        Value argument = new Value.Int32(i);
        results.add(executor.submit(() -> functions.call("f", List.of(argument))));
      }
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get()).isEqualTo(new Value.Int32(i + 1));
      }
    }
  }

  /// A place is free a moment before the thread of the run that had it.
  @Test
  void placesAreHandedOnAtOnce() throws Exception {
    String body = "function () { " + RESPOND + "(1); }";
    List<Future<String>> runs = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 500; i++) {
        runs.add(executor.submit(() -> Sandbox.run(body)));
      }
      for (Future<String> run : runs) {
        assertThat(run.get()).isEqualTo("1");
      }
    }
  }

  /// A function on a carrier would keep it from all other virtual threads.
  @Test
  void functionsRunOnScriptThreadsOnly() throws Exception {
    try (FunctionCalls functions =
            Sandbox.SCRIPTS.functions(
                name -> {
                  assertThat(name).isEqualTo("f");
                  return Sandbox.script("function (n) { return n + 1; }");
                });
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Value> one = List.of(new Value.Int32(1));
      // One call from a virtual thread is handed over; work that makes many runs there itself.
      assertThat(virtual.submit(() -> functions.call("f", one)).get())
          .isEqualTo(new Value.Int32(2));
      String thread =
          virtual
              .submit(
                  () ->
                      functions.compute(
                          Duration.ofSeconds(20),
                          () -> {
                            assertThat(functions.call("f", one)).isEqualTo(new Value.Int32(2));
                            return Thread.currentThread().getName();
                          }))
              .get();
      assertThat(thread).startsWith("script ");
    }
  }

  /// Closing waits neither for a function that is being called nor for a procedure that runs, even
  /// one that nothing stops.
  @Test
  @Timeout(60)
  void closingDoesNotWaitForScripts() throws Exception {
    Scripts scripts = new Scripts(Sandbox.LIMITS, SystemTime.TICKER);
    FunctionCalls functions =
        scripts.functions(_ -> Sandbox.script("function () { while (true) {} }"));
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      Future<?> endless = virtual.submit(() -> functions.call("f", List.of()));
      Future<?> unstoppable =
          virtual.submit(
              () ->
                  functions.compute(
                      Duration.ofSeconds(20),
                      () -> {
                        begun.countDown();
                        while (released.getCount() > 0) {
                          Thread.onSpinWait(); // Heeds no interrupt.
                        }
                        return "";
                      }));
      begun.await();
      functions.close();
      scripts.close();
      ScriptCall call = ScriptCall.procedure(Sandbox.script("function () {}"), "[]");
      assertThatThrownBy(() -> scripts.run(call, new MemoryHost(), ScriptLog.ignored()))
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
      released.countDown();
      unstoppable.get();
      assertThatThrownBy(endless::get).isInstanceOf(ExecutionException.class);
    }
  }
}
