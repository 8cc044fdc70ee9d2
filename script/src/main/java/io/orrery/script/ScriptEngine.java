// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/// The JavaScript engine: one for all scripts, so that what is parsed once is parsed for all.
final class ScriptEngine implements AutoCloseable {
  private static final String LANGUAGE = "js";
  private static final int SOURCES_MAX = 500;
  private static final String FIRST_SCRIPT =
      """
      (function (value) {
        for (const [name, list] of Object.entries(value)) list.map((each) => name + each).join();
        __.readDocument('none', (error) => { if (error) throw error; });
        __.response.setBody(`${JSON.stringify(value)}`.replace(/a/g, 'b'));
      })
      """;
  private static final Pattern FIRST_FUNCTION =
      Pattern.compile("\\bfunction\\b\\s*+\\*?\\s*+([\\p{Alpha}_$][\\w$]*+)\\s*+\\(");

  /// Off: all that scripts of the service do not have, and all that leads out of the sandbox.
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("js.allow-eval", "false"),
          Map.entry("js.atomics", "false"),
          // A power of two big integers computes for hours, and nothing stops it.
          Map.entry("js.bigint", "false"),
          Map.entry("js.console", "false"),
          Map.entry("js.graal-builtin", "false"),
          Map.entry("js.intl-402", "false"),
          Map.entry("js.load", "false"),
          Map.entry("js.polyglot-builtin", "false"),
          Map.entry("js.print", "false"),
          Map.entry("js.shared-array-buffer", "false"),
          // One value that is too large is an error of the script, not a heap that is full.
          Map.entry("js.max-apply-argument-length", "65536"),
          Map.entry("js.max-typed-array-length", "4194304"),
          Map.entry("js.string-length-limit", "4194304"),
          // A promise that nobody looks after must not hide what went wrong.
          Map.entry("js.unhandled-rejections", "throw"));

  private record Name(String id, String version) {}

  private final Engine engine;
  private final Source prelude;
  private final ScriptLimits limits;
  private final Watch watch;
  private final Queue<ScriptContext> ready = new ConcurrentLinkedQueue<>();
  private final Queue<ScriptContext> used = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;
  private final LinkedHashMap<Name, Source> sources =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, Source> eldest) {
          return size() > SOURCES_MAX;
        }
      };

  ScriptEngine(ScriptLimits limits, Memory memory, LongSupplier ticker) {
    this.limits = limits;
    this.watch = new Watch(memory, ticker);
    this.engine =
        Engine.newBuilder(LANGUAGE)
            .option("engine.WarnInterpreterOnly", "false")
            .out(OutputStream.nullOutputStream())
            .err(OutputStream.nullOutputStream())
            .build();
    this.prelude = source(readPrelude(), "prelude.js");
    warmUp();
  }

  /// The first script would pay for loading most of the engine, out of its own time.
  private void warmUp() {
    try (ScriptContext first = newContext()) {
      first.begin(_ -> null, "{}");
      Value script = first.context().eval(source(FIRST_SCRIPT, "first.js"));
      Value thrown = first.driver().invokeMember("start", script, "[{\"a\":[1]}]");
      if (!thrown.isNull()) {
        throw new IllegalStateException("the first script failed: " + thrown);
      }
      Value _ = first.driver().invokeMember("responseText");
    }
  }

  private static String readPrelude() {
    try (InputStream in =
        Objects.requireNonNull(ScriptEngine.class.getResourceAsStream("prelude.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Source source(String text, String name) {
    return Source.newBuilder(LANGUAGE, text, name).buildLiteral();
  }

  Watch watch() {
    return watch;
  }

  /// A context in which nothing has run yet.
  ScriptContext take() {
    ScriptContext known = ready.poll();
    return known != null ? known : newContext();
  }

  /// A context that no script runs in any more, to be closed when there is time for it.
  void giveBack(ScriptContext context) {
    used.add(context);
  }

  /// Does for the last script and for the next one what neither has to wait for: closes contexts
  /// that were given back, and makes one ready if there is none.
  void tidyUp() {
    for (ScriptContext each = used.poll(); each != null; each = used.poll()) {
      each.close();
    }
    if (ready.isEmpty() && !closed) {
      makeReady();
    }
  }

  private void makeReady() {
    try {
      ready.add(newContext());
    } catch (IllegalStateException | PolyglotException e) {
      // Whoever closes the engine does not wait for this.
      if (!closed) {
        throw e;
      }
    }
  }

  /// How many contexts a script could begin in at once.
  int readyCount() {
    return ready.size();
  }

  private ScriptContext newContext() {
    return new ScriptContext(newSandbox(), prelude);
  }

  private Context newSandbox() {
    return Context.newBuilder(LANGUAGE)
        .engine(engine)
        .allowExperimentalOptions(true)
        .options(OPTIONS)
        .allowHostAccess(HostAccess.NONE)
        .allowPolyglotAccess(PolyglotAccess.NONE)
        .allowEnvironmentAccess(EnvironmentAccess.NONE)
        .allowIO(IOAccess.NONE)
        .allowCreateThread(false)
        .allowNativeAccess(false)
        .allowCreateProcess(false)
        .timeZone(ZoneOffset.UTC)
        .build();
  }

  /// What evaluates to the script's function.
  Source compiled(Script script, Context context) {
    Name name = new Name(script.id(), script.version());
    synchronized (sources) {
      Source known = sources.get(name);
      if (known != null) {
        return known;
      }
    }
    Source source = compile(script, context);
    synchronized (sources) {
      sources.put(name, source);
    }
    return source;
  }

  private Source compile(Script script, Context context) {
    limits.requireLength(script.body());
    Source function = source("(" + withoutEnd(script.body()) + "\n)", "script.js");
    try {
      context.parse(function);
      return function;
    } catch (PolyglotException notOneFunction) {
      return compileProgram(script, context, notOneFunction);
    }
  }

  /// One function most often; but some have others beside it, of which the first is meant.
  private static Source compileProgram(
      Script script, Context context, PolyglotException notOneFunction) {
    Matcher first = FIRST_FUNCTION.matcher(script.body());
    if (notOneFunction.isSyntaxError() && first.find()) {
      Source program = source(script.body() + "\n;" + first.group(1), "script.js");
      try {
        context.parse(program);
        return program;
      } catch (PolyglotException e) {
        throw Failures.compilation(e);
      }
    }
    throw Failures.compilation(notOneFunction);
  }

  private static String withoutEnd(String body) {
    int end = body.length();
    while (end > 0 && (body.charAt(end - 1) == ';' || body.charAt(end - 1) <= ' ')) {
      end--;
    }
    return body.substring(0, end);
  }

  /// Returns at once: the engine waits for scripts that run, and some cannot be stopped.
  @Override
  public void close() {
    closed = true;
    watch.close();
    Thread.ofPlatform().name("script engine end").daemon().start(() -> engine.close(true));
  }
}
