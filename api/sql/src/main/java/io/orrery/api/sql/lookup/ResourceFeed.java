// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.lookup;

import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.api.sql.query.ResourceQuery;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/// Lists of resources other than items, a page at a time, in the order of a key that each of them
/// has. A continuation names the key of the last one seen, so that what comes and goes between two
/// pages does no harm.
///
/// @param owner the rid of what the resources belong to, empty for the account
/// @param plural the name of the list in the answer
public record ResourceFeed(String owner, String plural) {
  private static final int PAGE_MAX = 1000;

  /// One page of the resources, which are given in the order of their keys, or of those that the
  /// request's query selects. What a query makes of them comes in one page.
  public Answer page(
      SqlRequest request, List<Value.Document> resources, Function<Value.Document, String> key) {
    if (!request.isQuery()) {
      return ordered(request, resources, key);
    }
    ResourceQuery query = ResourceQuery.parse(request);
    return query.isFilter()
        ? ordered(request, query.filter(resources), key)
        : whole(query.results(resources));
  }

  private Answer ordered(
      SqlRequest request, List<Value.Document> resources, Function<Value.Document, String> key) {
    int size = request.pageSize(PAGE_MAX);
    String after = request.header(Names.CONTINUATION).map(ResourceFeed::decode).orElse("");
    List<Value.Document> rest =
        resources.stream().filter(each -> key.apply(each).compareTo(after) > 0).toList();
    List<Value.Document> page = rest.subList(0, Math.min(size, rest.size()));
    Answer answer = whole(page);
    if (page.size() < rest.size()) {
      answer.header(Names.CONTINUATION, encode(key.apply(page.getLast())));
    }
    return answer;
  }

  /// All resources at once.
  public Answer whole(List<? extends Value> resources) {
    Json body =
        Json.object().put("_rid", owner).put(plural, resources).put("_count", resources.size());
    return Answer.json(200, body.build())
        .header(Names.ITEM_COUNT, Integer.toString(resources.size()));
  }

  private static String encode(String key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String continuation) {
    try {
      return new String(Base64.getUrlDecoder().decode(continuation), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notBase64) {
      throw Refusals.continuation("it is not one of this feed.");
    }
  }

  /// The `id` of a resource.
  public static String id(Value.Document resource) {
    return resource.property("id") instanceof Value.Text(String id) ? id : "";
  }
}
