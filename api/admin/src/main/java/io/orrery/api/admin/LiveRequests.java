// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.observe.RequestLog;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Database;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// `requests`: the last requests, as server-sent events. An answer is a piece of the stream: it
/// ends as soon as there is something, or after a while, and clients of such streams come again by
/// themselves, with the number of the last event they have.
final class LiveRequests {
  /// So long an answer waits for a request. A stop of the server may have to wait as long.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int EVENTS_MAX = 500;
  private static final int AGAIN_MILLIS = 250;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Administration administration;
  private final RequestLog log;

  LiveRequests(Administration administration, RequestLog log) {
    this.administration = administration;
    this.log = log;
  }

  /// From the header `Last-Event-ID` or the parameter `after` on, if there is one.
  AdminAnswer.Events events(AdminRequest request) {
    String seen =
        request
            .http()
            .headers()
            .find("last-event-id")
            .or(() -> request.parameter("after"))
            .orElse("0");
    StringBuilder events = new StringBuilder("retry: " + AGAIN_MILLIS + "\n\n");
    List<RequestLog.Entry> entries = log.after(number(seen), EVENTS_MAX, PATIENCE);
    for (RequestLog.Entry entry : entries) {
      events
          .append("id: ")
          .append(entry.number())
          .append("\nevent: request\ndata: ")
          .append(Json.text(document(entry)))
          .append("\n\n");
    }
    return new AdminAnswer.Events(events.toString());
  }

  private static long number(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "'%s' is not the number of an event.".formatted(text));
    }
    return Long.parseLong(text);
  }

  private Value.Document document(RequestLog.Entry entry) {
    ContainerHandle handle = administration.findContainer(entry.container()).orElse(null);
    Value none = Value.Null.NULL;
    return Json.object()
        .put("time", entry.ended().toString())
        .put("api", entry.api().name().toLowerCase(Locale.ROOT))
        .put("operation", entry.kind().label())
        .put("status", entry.status())
        .put("database", handle == null ? none : database(handle))
        .put("container", handle == null ? none : new Value.Text(handle.container().name()))
        .put("partition", entry.partition() < 0 ? none : Json.number(entry.partition()))
        .put("partitions", entry.partitions())
        .put("requestUnits", ObservationText.units(entry.thousandths()))
        .put("milliseconds", new Value.Float64(entry.nanos() / NANOS_PER_MILLI))
        .put("activityId", entry.activityId().toString())
        .build();
  }

  private Value database(ContainerHandle handle) {
    return administration
        .findDatabase(handle.container().database())
        .map(Database::name)
        .<Value>map(Value.Text::new)
        .orElse(Value.Null.NULL);
  }
}
