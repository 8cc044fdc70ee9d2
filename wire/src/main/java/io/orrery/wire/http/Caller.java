// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who waits for the answer to one request, and whether they still do.
public final class Caller {
  private static final Logger LOG = LoggerFactory.getLogger(Caller.class);

  private final InetSocketAddress address;
  private final boolean secure;

  private volatile boolean gone;

  /// Written by the handler's thread, read by the event loop after the answer was handed over.
  private boolean recognised;

  /// Guarded by this; empty most of the time.
  private List<Runnable> farewells = List.of();

  public Caller(InetSocketAddress address, boolean secure) {
    this.address = address;
    this.secure = secure;
  }

  public InetSocketAddress address() {
    return address;
  }

  public boolean secure() {
    return secure;
  }

  /// The door knows who this is. The connection counts as a client's from now on, and not any more
  /// as one that anybody might have opened.
  public void recognise() {
    recognised = true;
  }

  boolean isRecognised() {
    return recognised;
  }

  /// The client closed its connection or cancelled the request, or its time is over: nobody will
  /// read the answer.
  public boolean isGone() {
    return gone;
  }

  /// Runs this once if the caller leaves before the answer, at once if that has happened already.
  /// It may run on a thread that serves many connections, so it only signals and never waits. The
  /// thread of the handler is interrupted in any case.
  public void onDisconnect(Runnable farewell) {
    synchronized (this) {
      if (!gone) {
        farewells = new ArrayList<>(farewells);
        farewells.add(farewell);
        return;
      }
    }
    farewell.run();
  }

  void leave() {
    List<Runnable> due;
    synchronized (this) {
      gone = true;
      due = farewells;
      farewells = List.of();
    }
    for (Runnable farewell : due) {
      try {
        farewell.run();
      } catch (RuntimeException e) {
        LOG.error("What should follow a disconnect failed", e);
      }
    }
  }
}
