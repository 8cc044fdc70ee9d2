// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs scripts. Costs nothing until the first one comes: only then the JavaScript engine is
/// loaded.
///
/// Each run has a context of its own, and a platform thread of its own while it lasts: the engine
/// stops runaway scripts by interrupting their threads, and needs a stack of a known size. So many
/// as the limits say run at once, others wait.
public final class Scripts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scripts.class);
  private static final int STACK_BYTES = 2 << 20;
  private static final long GRACE_MILLIS = 2000;
  private static final long THREAD_IDLE_SECONDS = 10;
  private static final Duration CONTEXT_IDLE = Duration.ofSeconds(10);

  private final ScriptLimits limits;
  private final LongSupplier ticker;
  private final Semaphore places;
  private final AtomicInteger threadNumber = new AtomicInteger();
  private final ExecutorService threads;
  private final AtomicBoolean loadingBegun = new AtomicBoolean();
  private final FutureTask<ScriptEngine> loading = new FutureTask<>(this::newEngine);
  private final KeptContexts kept;
  private volatile @Nullable ScriptEngine engine;

  /// @param ticker steady nanoseconds, by which scripts have their time
  public Scripts(ScriptLimits limits, LongSupplier ticker) {
    this.limits = limits;
    this.ticker = ticker;
    this.kept = new KeptContexts(limits.concurrent(), CONTEXT_IDLE, ticker);
    this.places = new Semaphore(limits.concurrent(), true);
    // The places bound how many run. A thread gives its place back shortly before it is free again,
    // so now and then there is one thread more than places.
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::newThread);
  }

  public ScriptLimits limits() {
    return limits;
  }

  private Thread newThread(Runnable task) {
    Thread thread = new Thread(null, task, "script " + threadNumber.incrementAndGet(), STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /// Runs a stored procedure or trigger to its end.
  ///
  /// Fails with INVALID_ARGUMENT and the script's own message if it throws, with DEADLINE_EXCEEDED
  /// or LIMIT_EXCEEDED if it takes more than it may, with UNAVAILABLE if too many others run, and
  /// as the host does where a failure is the server's.
  public ScriptResult run(ScriptCall call, ScriptHost host, ScriptLog log) {
    ScriptEngine loaded = engine();
    return onScriptThread(
        () -> new Run(loaded, call, host, log, limits, ticker).run(), limits.time());
  }

  /// The functions of one query. Costs nothing before the first call.
  ///
  /// @param find the function of a name; fails if there is none
  public FunctionCalls functions(Function<String, Script> find) {
    return new FunctionCalls(this, find, new OwnContexts());
  }

  /// The functions of a query that came from elsewhere, of which nobody will tell when it ends: its
  /// contexts are kept while it calls, a few of all such queries together.
  ///
  /// @param find the function of a name; fails if there is none
  public FunctionCalls functionsOfGuest(Function<String, Script> find) {
    return new FunctionCalls(this, find, kept.of(new Object(), this::engine));
  }

  /// Does the work on a thread that scripts may keep for as long as they like: no carrier of
  /// virtual threads. Waits for a place, and then for the end of the work, each no longer than the
  /// patience.
  <T> T onScriptThread(Callable<T> work, Duration patience) {
    ScriptEngine loaded = engine(); // Loading it is nobody's deadline, and takes nobody's place.
    FutureTask<T> task = new FutureTask<>(work);
    enter(patience);
    boolean started = false;
    try {
      threads.execute(
          () -> {
            try {
              task.run();
              Thread.interrupted();
              loaded.tidyUp();
            } finally {
              // The engine interrupts a thread to stop its script; the next one must not notice.
              Thread.interrupted();
              places.release();
            }
          });
      started = true;
    } catch (RejectedExecutionException e) {
      throw new OrreryException(ErrorCode.UNAVAILABLE, "The server is stopping.", e);
    } finally {
      if (!started) {
        places.release();
      }
    }
    return await(task, patience);
  }

  private void enter(Duration patience) {
    Duration atMost = patience.compareTo(limits.time()) < 0 ? patience : limits.time();
    try {
      if (places.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    }
    throw new OrreryException(
        ErrorCode.UNAVAILABLE,
        "%d scripts are running, as many as may; try again.".formatted(limits.concurrent()));
  }

  private <T> T await(FutureTask<T> task, Duration patience) {
    try {
      return task.get(patience.toMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (TimeoutException e) {
      // Its place stays taken until it ends: what cannot be stopped must not be joined by others.
      LOG.warn("a script does not stop; it keeps one of {} places", limits.concurrent());
      throw new OrreryException(
          ErrorCode.DEADLINE_EXCEEDED, Run.tooLong(patience) + " It has not stopped yet.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    }
  }

  private static OrreryException cancelled(InterruptedException cause) {
    return new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", cause);
  }

  /// The engine, loaded by the first who asks, on a thread of its own; others wait. The time this
  /// takes is nobody's deadline.
  ScriptEngine engine() {
    ScriptEngine known = engine;
    return known != null ? known : loadEngine();
  }

  private ScriptEngine loadEngine() {
    if (loadingBegun.compareAndSet(false, true)) {
      Thread.ofPlatform().name("script engine").daemon().start(loading);
    }
    try {
      return loading.get();
    } catch (ExecutionException e) {
      throw new OrreryException(
          ErrorCode.INTERNAL, "The JavaScript engine could not be loaded.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    }
  }

  private ScriptEngine newEngine() {
    long begin = ticker.getAsLong();
    ScriptEngine fresh = new ScriptEngine(limits, new Memory(), ticker);
    engine = fresh;
    LOG.info(
        "the JavaScript engine was loaded in {} ms",
        TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong() - begin));
    return fresh;
  }

  /// Does not wait for scripts that run: what they do no longer matters, and some cannot be
  /// stopped.
  @Override
  public void close() {
    threads.shutdown();
    ScriptEngine known = engine;
    if (known != null) {
      known.close();
    }
  }
}
