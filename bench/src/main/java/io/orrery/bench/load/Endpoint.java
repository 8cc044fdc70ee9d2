// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;

/// Where a server is reached, and how its answers are read.
///
/// @param greeting what a new connection sends first, one after the other, each with its answer
public record Endpoint(
    SocketAddress address, List<byte[]> greeting, Supplier<AnswerReader> answers) {

  public static Endpoint http(int port) {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new Endpoint(address, List.of(), HttpAnswers::new);
  }
}
