// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Supplier;

/// Where a server is reached, how a new connection begins, and how answers are read.
public record Endpoint(SocketAddress address, Greeting greeting, Supplier<AnswerReader> answers) {

  public static Endpoint http(int port) {
    return local(port, Greeting.NONE, HttpAnswers::new);
  }

  /// A port of this machine.
  public static Endpoint local(int port, Greeting greeting, Supplier<AnswerReader> answers) {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new Endpoint(address, greeting, answers);
  }
}
