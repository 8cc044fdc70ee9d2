// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {
  private final BodyBudget budget = new BodyBudget(1000);
  private final Service service =
      new Service(
          _ -> HttpResponse.text(200, ""), HttpLimits.DEFAULT, new OpenConnections(1), budget);

  private RequestAssembly request() {
    var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
    return new RequestAssembly(head, RequestTarget.parse("/"), service);
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  @Test
  void bodiesOfAllRequestsTogetherAreBounded() {
    RequestAssembly first = request();
    RequestAssembly second = request();
    assertThat(first.append(bytes(600))).isNull();
    assertThat(second.append(bytes(300))).isNull();
    assertThat(second.append(bytes(200))).extracting(Refusal::status).isEqualTo(503);
    first.discard();
    assertThat(second.append(bytes(200))).isNull();
    var caller = new Caller(InetSocketAddress.createUnresolved("client", 1), false);
    assertThat(second.complete(caller).body()).hasSize(500);
    second.discard();
    assertThat(budget.held()).isZero();
  }
}
