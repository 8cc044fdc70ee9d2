// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A child process, from its start to its violent end. What it says goes into the ledger.
final class Victim {
  private static final long PATIENCE_SECONDS = 60;

  private final Ledger ledger;
  private final Killing killing;
  private final Process process;
  private final CountDownLatch event = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /// How many structural steps to let pass before the one to kill at.
  private final AtomicInteger structureLeft;

  private Victim(Ledger ledger, Killing killing, Process process, Random random) {
    this.ledger = ledger;
    this.killing = killing;
    this.process = process;
    this.structureLeft = new AtomicInteger(random.nextInt(25));
  }

  /// Starts a process, lets it work, kills it. When this returns the ledger knows everything it
  /// said.
  static void runAndKill(
      CrashDirectory directory, Ledger ledger, Killing killing, long seed, long numberFirst)
      throws Exception {
    Process process =
        new ProcessBuilder(command(directory, Long.toString(seed), Long.toString(numberFirst)))
            .redirectError(ProcessBuilder.Redirect.appendTo(directory.log().toFile()))
            .start();
    Victim victim = new Victim(ledger, killing, process, new Random(seed));
    Thread listener = Thread.ofPlatform().name("listener").start(victim::listen);
    try {
      victim.await();
    } finally {
      // Through its handle, because Process would close the pipe with what is still in it.
      process.toHandle().destroyForcibly();
      process.waitFor();
      listener.join();
    }
    if (victim.failure.get() != null) {
      throw new AssertionError("the process failed before it was killed", victim.failure.get());
    }
    ledger.killed();
  }

  private static List<String> command(CrashDirectory directory, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseCompactObjectHeaders",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx160m",
            "-Djava.library.path=" + NativeLibrary.directory(),
            "-cp",
            System.getProperty("java.class.path"),
            CrashChild.class.getName(),
            directory.store().toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private void await() throws InterruptedException {
    // A process that is too slow to come to the event is killed as it is, unless it never even
    // opened the store.
    boolean happened = event.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!happened) {
      throw new AssertionError("nothing was heard of the process");
    }
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(killing.afterMillis()));
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int next = lines.read(); next >= 0; next = lines.read()) {
        if (next != '\n') {
          line.append((char) next);
        } else {
          hear(line.toString());
          line.setLength(0);
        }
      }
      if (event.getCount() > 0) {
        throw new AssertionError("the process ended by itself; see its log");
      }
    } catch (IOException e) {
      fail(new UncheckedIOException(e));
    } catch (RuntimeException | AssertionError e) {
      fail(e);
    }
  }

  private void fail(Throwable e) {
    failure.compareAndSet(null, e);
    event.countDown();
  }

  private void hear(String line) {
    if (line.equals(Channel.OPENING)) {
      signal(Killing.Event.OPENING);
    } else if (line.equals(Channel.READY)) {
      signal(Killing.Event.READY);
    } else if (line.startsWith(Channel.ACKNOWLEDGED)) {
      ledger.acknowledge(Integer.parseInt(line.substring(Channel.ACKNOWLEDGED.length())));
    } else if (line.startsWith(Channel.REFUSED)) {
      ledger.refuse(Integer.parseInt(line.substring(Channel.REFUSED.length())));
    } else if (line.startsWith(Channel.FAILED)) {
      throw new AssertionError(line);
    } else {
      Intent intent = Intent.parse(line);
      ledger.intend(intent);
      if (intent.kind().isStructural() && structureLeft.getAndDecrement() <= 0) {
        signal(Killing.Event.STRUCTURE);
      }
    }
  }

  private void signal(Killing.Event happened) {
    if (killing.event() == happened) {
      event.countDown();
    }
  }
}
