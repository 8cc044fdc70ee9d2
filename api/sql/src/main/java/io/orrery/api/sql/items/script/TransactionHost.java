// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.ItemTag;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.gateway.Row;
import io.orrery.gateway.Transaction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.script.ScriptHost;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One logical partition, as a script of one transaction sees it.
final class TransactionHost implements ScriptHost {
  private static final int PAGE_STANDARD = 100;
  private static final int PAGE_MAX = 1000;
  private static final byte[] BEGINNING = {};

  private final ItemRequest request;
  private final PartitionKey partitionKey;
  private final Transaction transaction;
  private final Links links;
  private final ProvisionalNames provisional;
  private final ScriptQueries queries;

  /// The items that the script got to see, by their numbers.
  private final Map<Long, ItemKey> seen = new HashMap<>();

  /// @param settings what queries need besides their text, given their parameters
  TransactionHost(
      ItemRequest request,
      PartitionKey partitionKey,
      Transaction transaction,
      Links links,
      ProvisionalNames provisional,
      Function<Map<String, Value>, QuerySettings> settings) {
    this.request = request;
    this.partitionKey = partitionKey;
    this.transaction = transaction;
    this.links = links;
    this.queries = new ScriptQueries(request, transaction, seen::put, settings);
    this.provisional = provisional;
  }

  @Override
  public String selfLink() {
    return links.self();
  }

  @Override
  public String altLink() {
    return links.alt();
  }

  @Override
  public boolean accepts() {
    return transaction.accepts();
  }

  @Override
  public String create(String link, String item, Options options) {
    links.requireContainer(link);
    Members wanted = members(options);
    ItemBody body = body(item, wanted);
    ItemKey key = keyOf(body);
    return json(key, transaction.create(key, body.item(isIndexed(wanted))));
  }

  @Override
  public String upsert(String link, String item, Options options) {
    links.requireContainer(link);
    Members wanted = members(options);
    ItemBody body = body(item, wanted);
    ItemKey key = keyOf(body);
    return json(key, transaction.upsert(key, body.item(isIndexed(wanted)), expected(wanted)));
  }

  @Override
  public String read(String link, Options options) {
    ItemKey key = linked(link);
    return json(key, transaction.find(key).orElseThrow(() -> missing(link)));
  }

  @Override
  public String replace(String link, String item, Options options) {
    Members wanted = members(options);
    ItemBody body = parsed(StoredItems.fromJson(utf8(item)));
    ItemKey key = linked(link);
    ItemKey newKey = keyOf(body);
    if (!newKey.equals(key)) {
      Item _ = transaction.delete(key, expected(wanted));
      return json(newKey, transaction.create(newKey, body.item(isIndexed(wanted))));
    }
    return json(key, transaction.replace(key, body.item(isIndexed(wanted)), expected(wanted)));
  }

  @Override
  public void delete(String link, Options options) {
    Item _ = transaction.delete(linked(link), expected(members(options)));
  }

  @Override
  public Page readAll(String link, Options options) {
    links.requireContainer(link);
    Members wanted = members(options);
    int size = pageSize(wanted);
    byte[] after = wanted.text("continuation").map(TransactionHost::decode).orElse(BEGINNING);
    List<Row> rows = transaction.scan(after, size + 1, request.limits().pageBytes());
    boolean more = rows.size() > size;
    List<Row> page = more ? rows.subList(0, size) : rows;
    ByteWriter out = new ByteWriter(4096).writeByte('[');
    for (int i = 0; i < page.size(); i++) {
      if (i > 0) {
        out.writeByte(',');
      }
      Row row = page.get(i);
      seen.put(row.item().rid(), row.key());
      request.owner().write(row.item(), out);
    }
    String items = new String(out.writeByte(']').toByteArray(), StandardCharsets.UTF_8);
    return new Page(items, more ? encode(page.getLast().key().rowKey()) : null);
  }

  @Override
  public Page query(String link, String query, Options options) {
    links.requireContainer(link);
    Members wanted = members(options);
    return queries.page(query, pageSize(wanted), wanted.text("continuation").orElse(null));
  }

  /// The key of the item that a link leads to. One made of rids comes from an item that the script
  /// has seen; if not, the logical partition is searched, for nothing else leads to it.
  private ItemKey linked(String link) {
    Links.ItemLink item = links.item(link);
    ItemKey byId = request.key(partitionKey, item.id());
    if (item.number().isEmpty()) {
      return byId;
    }
    long number = item.number().getAsLong();
    for (byte[] after = BEGINNING; !seen.containsKey(number); ) {
      List<Row> rows = transaction.scan(after, PAGE_MAX, request.limits().pageBytes());
      rows.forEach(row -> seen.put(row.item().rid(), row.key()));
      if (rows.isEmpty()) {
        return byId;
      }
      after = rows.getLast().key().rowKey();
    }
    return seen.getOrDefault(number, byId);
  }

  private ItemBody body(String item, Members wanted) {
    byte[] stored = StoredItems.fromJson(utf8(item));
    boolean generates = !wanted.truth("disableAutomaticIdGeneration").orElse(false);
    return parsed(generates && !ItemBody.hasId(stored) ? withId(stored) : stored);
  }

  private static byte[] withId(byte[] stored) {
    if (!(StoredItems.decode(stored) instanceof Value.Document document)) {
      throw Refusals.invalid("An item must be a JSON object.");
    }
    return StoredItems.encode(Json.of(document).put("id", UUID.randomUUID().toString()).build());
  }

  private ItemBody parsed(byte[] stored) {
    ItemBody body = ItemBody.of(stored);
    provisional.requireAbsent(body.stored());
    return body;
  }

  private ItemKey keyOf(ItemBody body) {
    return request.key(request.keyIn(body, partitionKey), body.id());
  }

  private String json(ItemKey key, Item item) {
    seen.put(item.rid(), key);
    return new String(request.owner().json(item), StandardCharsets.UTF_8);
  }

  private static Members members(Options options) {
    return Json.parse(options.options()) instanceof Value.Document document
        ? Members.of(document)
        : Members.of(Json.object().build());
  }

  private static boolean isIndexed(Members wanted) {
    return wanted.text("indexAction").map(ItemRequest::isIndexed).orElse(true);
  }

  private @Nullable ItemVersion expected(Members wanted) {
    return wanted
        .text("etag")
        .map(tag -> ItemTag.version(EntityTag.quoted(tag), request.handle().number()))
        .orElse(null);
  }

  private static int pageSize(Members wanted) {
    long size = wanted.integer("pageSize").orElse((long) PAGE_STANDARD);
    return size <= 0 ? PAGE_MAX : (int) Math.min(size, PAGE_MAX);
  }

  private static String encode(byte[] rowKey) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(rowKey);
  }

  private static byte[] decode(String continuation) {
    try {
      return Base64.getUrlDecoder().decode(continuation);
    } catch (IllegalArgumentException notBase64) {
      throw Refusals.continuation("it is not one of readDocuments.");
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static OrreryException missing(String link) {
    return new OrreryException(
        ErrorCode.NOT_FOUND, "There is no item at '%s' with this partition key.".formatted(link));
  }
}
