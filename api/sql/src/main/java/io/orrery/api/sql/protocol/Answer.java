// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpResponse;
import io.orrery.wire.http.PercentEncoding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// An answer in the making: status, body, and headers beyond those that every answer has.
public final class Answer {
  private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);
  private static final double CHARGE_UNKNOWN = 1;

  private final int status;
  private ByteBuffer body;
  private final List<HttpHeaders.Field> headers = new ArrayList<>();
  private String contentType = "application/json";
  private double charge = CHARGE_UNKNOWN;

  private Answer(int status, ByteBuffer body) {
    this.status = status;
    this.body = body;
  }

  /// An answer with a body that is JSON already.
  public static Answer json(int status, byte[] body) {
    return new Answer(status, ByteBuffer.wrap(body));
  }

  /// As the former, with what was written, which must not change any more.
  public static Answer json(int status, ByteWriter body) {
    return new Answer(status, ByteBuffer.wrap(body.array(), 0, body.size()));
  }

  public static Answer json(int status, Value body) {
    return json(status, Json.bytes(body));
  }

  public static Answer empty(int status) {
    return new Answer(status, NO_BODY);
  }

  /// A page for people, or a file for programs that know what it is.
  public static Answer file(String contentType, byte[] body) {
    Answer answer = new Answer(200, ByteBuffer.wrap(body));
    answer.contentType = contentType;
    return answer;
  }

  public Answer header(String name, String value) {
    headers.add(new HttpHeaders.Field(name, value));
    return this;
  }

  /// Another body, already JSON, in the place of what there was.
  public Answer withBody(byte[] json) {
    body = ByteBuffer.wrap(json);
    return this;
  }

  public Answer etag(EntityTag tag) {
    return header(Names.ETAG, tag.text());
  }

  /// The resource that owns what was answered. SDKs keep session tokens by it, and the Java one
  /// fails without it.
  public Answer owner(String path, Rid rid) {
    return header(Names.ALT_CONTENT_PATH, PercentEncoding.encode(path))
        .header(Names.CONTENT_PATH, rid.toString());
  }

  /// What the request cost, in request units.
  public Answer charge(double units) {
    charge = units;
    return this;
  }

  public int status() {
    return status;
  }

  /// With the headers that all answers share, and the activity id.
  public HttpResponse toHttp(HttpHeaders shared, UUID activityId) {
    HttpHeaders.Builder all = HttpHeaders.builder(shared);
    all.add(Names.ACTIVITY_ID, activityId.toString());
    all.add(Names.REQUEST_CHARGE, chargeText());
    if (body.hasRemaining()) {
      all.add("Content-Type", contentType);
    }
    headers.forEach(field -> all.add(field.name(), field.value()));
    return new HttpResponse(status, all.build(), body);
  }

  /// With two decimals at most.
  private String chargeText() {
    long hundredths = Math.round(charge * 100);
    long fraction = hundredths % 100;
    String whole = Long.toString(hundredths / 100);
    return fraction == 0 ? whole : whole + (fraction < 10 ? ".0" : ".") + fraction;
  }
}
