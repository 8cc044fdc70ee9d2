// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.ErrorText;
import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.SessionToken;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries requests about entities out: gives them their time, tells observers how they ended, and
/// clients what they cost, also when they failed.
public final class EntityRequests {
  private static final Logger LOG = LoggerFactory.getLogger(EntityRequests.class);

  private final Gateway gateway;
  private final Duration timeout;
  private final InstantSource clock;

  public EntityRequests(Gateway gateway, Duration timeout, InstantSource clock) {
    this.gateway = gateway;
    this.timeout = timeout;
    this.clock = clock;
  }

  /// The table a request is about. A request that means none is counted, too.
  public ContainerHandle table(
      TableRequest request, RequestKind kind, Supplier<ContainerHandle> table) {
    try {
      return table.get();
    } catch (OrreryException unknown) {
      gateway.countRefused(Api.TABLE, kind, unknown.code(), request.requestId());
      throw unknown;
    }
  }

  public TableAnswer run(
      TableRequest request,
      ContainerHandle table,
      RequestKind kind,
      Function<RequestContext, TableAnswer> work) {
    RequestContext context = begin(request);
    if (kind != RequestKind.READ) {
      // A read of one entity is over before anybody could give it up.
      request.http().caller().whenGone(context::cancel);
    }
    return run(request, table, kind, context, work);
  }

  public RequestContext begin(TableRequest request) {
    return gateway.request(timeout, SessionToken.NONE, request.requestId());
  }

  /// As the other, of a request that was begun before.
  public TableAnswer run(
      TableRequest request,
      ContainerHandle table,
      RequestKind kind,
      RequestContext context,
      Function<RequestContext, TableAnswer> work) {
    TableAnswer answer;
    ErrorCode code = null;
    try {
      answer = work.apply(context);
    } catch (OrreryException failure) {
      if (failure.code().isServerFailure()) {
        LOG.error("request {} failed", request.requestId(), failure);
      }
      code = failure.code();
      answer = ErrorText.json(failure, request.requestId(), clock.instant());
    } catch (RuntimeException bug) {
      table.observer().finished(kind, ErrorCode.INTERNAL, context);
      throw bug;
    }
    table.observer().finished(kind, code, context);
    return answer.header("x-ms-request-charge", text(context.charge().orLeast().units()));
  }

  /// With two decimals at most.
  private static String text(double units) {
    long hundredths = Math.round(units * 100);
    long fraction = hundredths % 100;
    String whole = Long.toString(hundredths / 100);
    return fraction == 0 ? whole : whole + (fraction < 10 ? ".0" : ".") + fraction;
  }
}
