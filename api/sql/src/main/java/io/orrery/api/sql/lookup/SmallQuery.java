// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.lookup;

import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The queries SDKs send to feeds of databases, containers, offers, users and permissions: `SELECT
/// * FROM x` with or without `WHERE x.property = value`. Others are refused as not supported.
///
/// @param property that must have the value; null selects everything
public record SmallQuery(@Nullable String property, Value value) {
  /// Far beyond what such a query needs; longer ones are none.
  private static final int TEXT_LENGTH_MAX = 4096;

  private static final Pattern QUERY =
      Pattern.compile(
          "\\s*+SELECT\\s++\\*\\s++FROM\\s++(?<root>\\w+)(?:\\s++(?:AS\\s++)?(?<alias>(?!WHERE\\b)\\w+))?"
              + "(?:\\s++WHERE\\s++\\(?\\s*+(?<owner>\\w+)(?:\\.(?<name>\\w+)|\\[\\s*+[\"'](?<quoted>\\w+)[\"']\\s*+\\])"
              + "\\s*+=\\s*+(?<value>@\\w+|\"[^\"\\\\]*\"|'[^'\\\\]*'|-?\\d{1,15})\\s*+\\)?)?\\s*+;?\\s*+",
          Pattern.CASE_INSENSITIVE);

  /// Fails with NOT_SUPPORTED if the query is another than these.
  public static SmallQuery parse(SqlRequest request) {
    Members body = Members.of(request.json());
    String text = body.requireText("query");
    Matcher matcher = QUERY.matcher(text);
    if (text.length() > TEXT_LENGTH_MAX || !matcher.matches() || !namesItsRoot(matcher)) {
      throw Refusals.notSupported(
          "queries of this feed other than SELECT * FROM c [WHERE c.property = value]");
    }
    String name = matcher.group("name") != null ? matcher.group("name") : matcher.group("quoted");
    return name == null
        ? new SmallQuery(null, Value.Undefined.UNDEFINED)
        : new SmallQuery(name, constant(matcher.group("value"), body));
  }

  private static boolean namesItsRoot(Matcher matcher) {
    String owner = matcher.group("owner");
    String alias = matcher.group("alias");
    return owner == null || owner.equals(alias == null ? matcher.group("root") : alias);
  }

  private static Value constant(String text, Members body) {
    return switch (text.charAt(0)) {
      case '@' ->
          body.objects("parameters").stream()
              .filter(parameter -> parameter.requireText("name").equals(text))
              .map(parameter -> parameter.document().property("value"))
              .findFirst()
              .orElseThrow(
                  () -> Refusals.invalid("The query has no parameter %s.".formatted(text)));
      case '"', '\'' -> new Value.Text(text.substring(1, text.length() - 1));
      default -> Json.parse(text);
    };
  }

  public List<Value.Document> select(List<Value.Document> resources) {
    return property == null
        ? resources
        : resources.stream()
            .filter(each -> ValueOrder.ORDER.compare(each.property(property), value) == 0)
            .toList();
  }
}
