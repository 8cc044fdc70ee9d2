// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/// Who waits for the answer to one request, and whether they still do.
public final class Caller {
  private final InetSocketAddress address;
  private final boolean secure;

  private volatile boolean gone;

  /// What is to be done when the caller leaves; null if nothing is. Guarded by this.
  private @Nullable Runnable farewell;

  /// Written by the handler's thread, read by the event loop after the answer was handed over.
  private boolean recognised;

  /// Written before the handler gets the request.
  private boolean alone = true;

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

  /// Whether nobody else has asked on the same event loop lately: then hardly anybody waits for
  /// what is done there, and waking another thread for it would be most of the work.
  public boolean isAlone() {
    return alone;
  }

  void arrive(boolean nobodyElse) {
    alone = nobodyElse;
  }

  boolean isRecognised() {
    return recognised;
  }

  /// The client closed its connection or cancelled the request, or its time is over: nobody will
  /// read the answer.
  boolean isGone() {
    return gone;
  }

  /// Has something done when the caller leaves, or at once if it has left: a door gives up what it
  /// has others do for the request. Quick, and on any thread; the last one told counts.
  public void whenGone(Runnable action) {
    synchronized (this) {
      if (!gone) {
        farewell = action;
        return;
      }
    }
    action.run();
  }

  void leave() {
    Runnable action;
    synchronized (this) {
      gone = true;
      action = farewell;
      farewell = null;
    }
    if (action != null) {
      action.run();
    }
  }
}
