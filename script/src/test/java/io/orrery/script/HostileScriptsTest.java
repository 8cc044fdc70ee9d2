// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Scripts that mean harm: each ends with a clear error, the next one works, and what they took is
/// given back.
class HostileScriptsTest {
  private static final Scripts IMPATIENT =
      new Scripts(
          new ScriptLimits(
              Duration.ofMillis(400), Duration.ofMillis(300), 1 << 20, 10_000, 1000, 100_000, 2),
          SystemTime.TICKER);

  /// Patient enough for a script to take what there is.
  private static final Scripts PATIENT =
      new Scripts(
          new ScriptLimits(
              Duration.ofSeconds(2), Duration.ofSeconds(1), 64 << 20, 4 << 20, 4096, 1 << 20, 2),
          SystemTime.TICKER);

  /// What the engine may come to keep for itself.
  private static final long KEPT_BYTES_MAX = 48 << 20;

  private static long usedBefore;

  @BeforeAll
  static void load() {
    requireWorking();
    usedBefore = usedBytes();
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @AfterAll
  static void everythingIsGivenBack() {
    IMPATIENT.close();
    PATIENT.close();
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(usedBytes()).isLessThan(usedBefore + KEPT_BYTES_MAX));
  }

  private static void run(Scripts scripts, String body) {
    var _ =
        scripts.run(
            ScriptCall.procedure(Sandbox.script(body), "[]"),
            new MemoryHost(),
            ScriptLog.kept(100));
  }

  @AfterEach
  void theNextOneWorks() {
    requireWorking();
  }

  private static void requireWorking() {
    assertThat(Sandbox.run("function () { getContext().getResponse().setBody(1 + 1); }"))
        .isEqualTo("2");
  }

  /// What it takes to get out, or to have code made of text.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Java.type('java.lang.System').exit(1)",
        "Packages.java.lang.System.exit(1)",
        "java.lang.Runtime.getRuntime().exec('ls')",
        "load('/etc/passwd')",
        "loadWithNewGlobal('/etc/passwd')",
        "Polyglot.eval('js', '1')",
        "Graal.versionECMAScript.x()",
        "require('fs')",
        "process.exit(1)",
        "quit(1)",
        "print('x')",
        "setTimeout(function () {}, 1)",
        "new Worker('x')",
        "new WebAssembly.Module(new Uint8Array(8))",
        "new SharedArrayBuffer(8)",
        "Atomics.wait(new Int32Array(4), 0, 0)",
        "eval('1')",
        "(0, eval)('1')",
        "new Function('return 1')()",
        "Function.prototype.constructor('return 1')()",
        "[].constructor.constructor('return this')()",
        "getContext.constructor('return this')()",
        "getContext().getCollection().createDocument.constructor.constructor('return 1')()",
        "(function* () {}).constructor('yield 1')().next()",
        "(async function () {}).constructor('return 1')()",
        "getContext().getCollection().getSelfLink.getClass()",
        "getContext().getClass().getClassLoader().loadClass('java.lang.System').x()",
        "Object.getPrototypeOf(getContext).constructor('return 1')()",
        "Reflect.construct(Function, ['return 1'])()",
        "arguments.callee.caller.arguments[0]('create')",
        "__proto__.constructor.constructor('return 1')()",
        "new RegExp('('.repeat(100000))",
        "import('fs').then(function (fs) { fs.x(); })"
      })
  void noWayOut(String attempt) {
    assertThatThrownBy(() -> run(Sandbox.SCRIPTS, "function () { " + attempt + "; }"))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
              assertThat(failure).hasMessageStartingWith("Encountered exception while");
            });
  }

  /// What never ends by itself.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "try { while (true) {} } finally { while (true) {} }",
        "for (;;) { try { throw 1; } catch (e) {} }",
        "var a = [1]; a.forEach(function again(x) { a.push(x); while (a.length) { a.push(1);"
            + " a.pop(); } })",
        "/^(([a-z])+.)+[A-Z]([a-z])+$(?=\\2)/.test('a'.repeat(60))",
        "/(.*)*\\1x/.test('y'.repeat(60))",
        "new Set({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) })",
        "JSON.stringify({ toJSON: function () { while (true) {} } })",
        "Array.prototype.fill.call({ length: 1000000 }, 1); while (true) {}",
        "Promise.resolve().then(function again() { return Promise.resolve().then(again); })",
        "(function again() { __.readDocuments(__.getSelfLink(), again); while (true) {} })()"
      })
  void endless(String body) {
    assertThatThrownBy(() -> run(IMPATIENT, "function () { " + body + "; }"))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
  }

  /// What takes more than there is, or than any script may have.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(function again() { again(); again(); })()",
        "var s = 'x'; while (true) { s += s; }",
        "'x'.repeat(1 << 29)",
        "''.padEnd(1 << 30, 'abc')",
        "new Uint8Array(1e9)",
        "new ArrayBuffer(1e10)",
        "Array.from({ length: 2 ** 31 })",
        "Array.prototype.indexOf.call({ length: 2 ** 40 }, 1)",
        "Array.prototype.forEach.call({ length: 2 ** 40 }, Math.abs)",
        "Array.prototype.sort.call({ length: 2 ** 31 })",
        "var a = []; a[4294967290] = 1; a.sort()",
        "var a = []; for (var i = 0; i < 200000; i++) a[i] = i; a.sort()",
        "new Float64Array(200000).sort()",
        "3n ** 300000000n",
        "-0x1Fn",
        "var n = 0; Array.prototype.indexOf.call({ get length() { return n++ ? 2 ** 40 : 1; } },"
            + " 1)",
        "Array.prototype.indexOf.call(Object.create({ length: 2 ** 40 }), 1)",
        "new Proxy({}, {})",
        "('a'.repeat(2000000) + 'b').indexOf('a'.repeat(1000000) + 'b')",
        "('a'.repeat(2000000) + 'b').split({ toString: () => 'a'.repeat(1000000) + 'b' })",
        "('a'.repeat(2000000) + 'b').replace('a'.repeat(1000000) + 'b', '')",
        "Object.entries('x'.repeat(4000000))",
        "String.raw({ raw: { length: 2 ** 31 } })",
        "Math.max.apply(null, new Array(1e7))",
        "JSON.stringify(new Array(1e8))",
        "JSON.parse('['.repeat(1e5))",
        "var o = {}; for (var i = 0; i < 1e5; i++) { o = { o: o }; } JSON.stringify(o)",
        "var p = {}; for (var i = 0; i < 1e5; i++) { p = new Proxy(p, {}); } p.x",
        "getContext().getResponse().setBody('x'.repeat(200000))",
        "BigInt('9'.repeat(1e6))"
      })
  void excessive(String body) {
    assertThatThrownBy(() -> run(Sandbox.SCRIPTS, "function () { " + body + "; }"))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure ->
                assertThat(failure.code())
                    .isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.LIMIT_EXCEEDED));
  }

  /// Digits and an n are a big integer only where they are a number.
  @Test
  void textsMayLookLikeBigIntegers() {
    String body =
        "function () { /* 3n */ var r = /3n/; // 4n\n"
            + " __.response.setBody('3n' + `${1}n` + r.source + { a3n: 1 }.a3n); }";
    assertThat(Sandbox.run(body)).isEqualTo("\"3n1n3n1\"");
  }

  /// What scripts did before there were bounds still works.
  @Test
  void boundsLeaveTheUsualAlone() {
    String body =
        "function () { __.response.setBody(['a,b'.split(','), 'a1b2'.split(/[0-9]/),"
            + " 'aXbX'.replace('X', '-'),'aXbX'.replace(/X/g, (m) => m + m), 'aXbX'.replaceAll('X',"
            + " ''), 'abc'.indexOf('c', 1),'abc'.includes('b'), 'abca'.lastIndexOf('a'),"
            + " 'undefined'.indexOf(), 'a5'.indexOf(5),[3, 1, 2].sort(), Object.entries({ a: 1 }),"
            + " Object.assign({}, { b: 2 }, null),Array.prototype.map.call('ab', (c) => c + c),"
            + " Array.from({ length: 2 }, (_, i) => i),(function () { return"
            + " Array.prototype.slice.call(arguments, 1); })(1, 2)]); }";
    assertThat(Sandbox.run(body))
        .isEqualTo(
            "[[\"a\",\"b\"],[\"a\",\"b\",\"\"],\"a-bX\",\"aXXbXX\",\"ab\",2,true,3,0,1,[1,2,3],"
                + "[[\"a\",1]],{\"b\":2},[\"aa\",\"bb\"],[0,1],[2]]");
  }

  /// Fills the heap, or would if it were let.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "var a = []; while (true) { a.push(new Array(100000).fill(1.5)); }",
        "var a = [1, 2, 3]; while (true) { a = a.concat(a); }",
        "var m = new Map(); for (var i = 0; ; i++) { m.set(i, 'x'.repeat(10000) + i); }"
      })
  void greedy(String body) {
    assertThatThrownBy(() -> run(PATIENT, "function () { " + body + "; }"))
        .isInstanceOfSatisfying(
            OrreryException.class,
            failure ->
                assertThat(failure.code())
                    .isIn(
                        ErrorCode.INVALID_ARGUMENT,
                        ErrorCode.LIMIT_EXCEEDED,
                        ErrorCode.DEADLINE_EXCEEDED));
  }

  /// Breaks what it stands on: only its own run suffers, if any.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Object.prototype.toJSON = function () { throw new Error('mine'); }",
        "Object.defineProperty(Object.prototype, 'number', { set: function () { throw 1; } })",
        "Array.prototype.push = null; Array.prototype.map = null; Array.prototype.slice = null",
        "Function.prototype.call = null; Function.prototype.apply = null",
        "String.prototype.substring = function () { return 'null'; }",
        "JSON.parse = JSON.stringify = null",
        "Error = String; Error.prototype = null",
        "Object.freeze(globalThis); Object.freeze(Object.prototype);"
            + " Object.freeze(Array.prototype)",
        "for (var n of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[n]; }"
            + " catch (e) {} }",
        "Symbol.iterator.x = 1; Array.prototype[Symbol.iterator] = null",
        "Promise.prototype.then = function () { while (true) {} }",
        "console.log = null; getContext = null; __ = null"
      })
  void prototypeGames(String body) {
    String script =
        "function () { var collection = __; "
            + body
            + "; collection.createDocument(collection.getSelfLink(), { id: 'a' }); }";
    MemoryHost host = new MemoryHost();
    try {
      var _ =
          Sandbox.SCRIPTS.run(
              ScriptCall.procedure(Sandbox.script(script), "[]"), host, ScriptLog.ignored());
      assertThat(host.items).containsOnlyKeys("a");
    } catch (OrreryException failure) {
      assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }
}
