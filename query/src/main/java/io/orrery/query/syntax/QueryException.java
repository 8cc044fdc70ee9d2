// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// A query that is no query: everything found wrong with it, in the order of the text.
public final class QueryException extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final QueryError[] errors;

  public QueryException(List<QueryError> errors) {
    super(
        ErrorCode.INVALID_ARGUMENT,
        errors.stream().map(QueryException::sentence).collect(Collectors.joining(" ")));
    this.errors = errors.toArray(QueryError[]::new);
  }

  public QueryException(QueryError error) {
    this(List.of(error));
  }

  public List<QueryError> errors() {
    return List.of(errors);
  }

  private static String sentence(QueryError error) {
    return error.hasLocation()
        ? error.message() + " (characters " + error.start() + " to " + error.end() + ")"
        : error.message();
  }

  /// The errors as the service words them in the message of its answer.
  public String json() {
    boolean bare = errors().stream().allMatch(e -> e.code().isEmpty() && !e.hasLocation());
    return errors().stream()
        .map(error -> bare ? text(error.message()) : json(error))
        .collect(Collectors.joining(",", bare ? "{\"Errors\":[" : "{\"errors\":[", "]}"));
  }

  private static String json(QueryError error) {
    StringBuilder out = new StringBuilder("{\"severity\":\"Error\"");
    if (error.hasLocation()) {
      out.append(",\"location\":{\"start\":").append(error.start());
      out.append(",\"end\":").append(error.end()).append('}');
    }
    if (!error.code().isEmpty()) {
      // The codes of the service's older checks are numbers.
      boolean number = Character.isDigit(error.code().charAt(0));
      out.append(",\"code\":").append(number ? error.code() : text(error.code()));
    }
    return out.append(",\"message\":").append(text(error.message())).append('}').toString();
  }

  private static String text(String value) {
    byte[] stored = StoredItems.encode(new Value.Text(value));
    return new String(StoredItems.toJson(stored), StandardCharsets.UTF_8);
  }
}
