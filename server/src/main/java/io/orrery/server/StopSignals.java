// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

/// SIGTERM and SIGINT: the first asks for a clean end, with exit code 0; the second ends the
/// process at once, with a failure's code.
///
/// A shutdown hook could do neither: the exit code would be 143 after the cleanest stop, and the
/// second signal would wait for the first one's hooks. The JDK's `sun.misc.Signal` can, but the
/// compiler warns of its use beyond suppression, hence reflection.
final class StopSignals {
  private static final int KILLED = 143;

  private final CountDownLatch asked = new CountDownLatch(1);

  private StopSignals() {}

  static StopSignals install() {
    var signals = new StopSignals();
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              StopSignals.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  signals.receive();
                }
                return null;
              });
      for (String name : new String[] {"TERM", "INT"}) {
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This JDK does not let a program receive signals", e);
    }
    return signals;
  }

  private void receive() {
    if (asked.getCount() == 0) {
      Runtime.getRuntime().halt(KILLED);
    }
    asked.countDown();
  }

  void await() throws InterruptedException {
    asked.await();
  }
}
