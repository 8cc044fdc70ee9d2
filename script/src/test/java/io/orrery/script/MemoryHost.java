// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A logical partition in memory, with etags that count.
class MemoryHost implements ScriptHost {
  final TreeMap<String, Value.Document> items = new TreeMap<>();
  int operationsLeft = Integer.MAX_VALUE;
  private int version;

  @Override
  public String selfLink() {
    return "dbs/d/colls/c";
  }

  @Override
  public String altLink() {
    return "dbs/database/colls/container";
  }

  @Override
  public boolean accepts() {
    return operationsLeft-- > 0;
  }

  @Override
  public String create(String link, String item, Options options) {
    Value.Document document = document(item);
    String id = text(document, "id");
    if (items.containsKey(id)) {
      throw new OrreryException(ErrorCode.CONFLICT, "There is an item " + id + ".");
    }
    return put(id, document);
  }

  @Override
  public String read(String link, Options options) {
    return JsonText.of(require(link));
  }

  @Override
  public String replace(String link, String item, Options options) {
    requireEtag(require(link), options);
    return put(id(link), document(item));
  }

  @Override
  public String upsert(String link, String item, Options options) {
    Value.Document document = document(item);
    return put(text(document, "id"), document);
  }

  @Override
  public void delete(String link, Options options) {
    requireEtag(require(link), options);
    items.remove(id(link));
  }

  @Override
  public Page readAll(String link, Options options) {
    Value.Document wanted = document(options.options());
    int size =
        wanted.property("pageSize") instanceof Value.Int32(int number) && number > 0 ? number : 100;
    String after = wanted.property("continuation") instanceof Value.Text(String text) ? text : "";
    List<Value> page = new ArrayList<>();
    String last = null;
    for (var entry : items.tailMap(after, false).entrySet()) {
      if (page.size() == size) {
        return new Page(JsonText.of(new Value.Array(page)), last);
      }
      page.add(entry.getValue());
      last = entry.getKey();
    }
    return new Page(JsonText.of(new Value.Array(page)), null);
  }

  @Override
  public Page query(String link, String query, Options options) {
    if (!text(document(query), "query").startsWith("SELECT")) {
      throw new OrreryException(ErrorCode.INVALID_ARGUMENT, "Syntax error.");
    }
    return readAll(link, options);
  }

  private String put(String id, Value.Document document) {
    var properties = new java.util.LinkedHashMap<>(document.properties());
    properties.put("_etag", new Value.Text("v" + ++version));
    properties.put("_self", new Value.Text(selfLink() + "/docs/" + id));
    Value.Document stored = new Value.Document(properties);
    items.put(id, stored);
    return JsonText.of(stored);
  }

  private Value.Document require(String link) {
    Value.Document found = items.get(id(link));
    if (found == null) {
      throw new OrreryException(ErrorCode.NOT_FOUND, "There is no item " + id(link) + ".");
    }
    return found;
  }

  private static void requireEtag(Value.Document item, Options options) {
    if (document(options.options()).property("etag") instanceof Value.Text(String etag)
        && !etag.equals(text(item, "_etag"))) {
      throw new OrreryException(ErrorCode.PRECONDITION_FAILED, "The item was changed.");
    }
  }

  private static String id(String link) {
    return link.substring(link.lastIndexOf('/') + 1);
  }

  private static Value.Document document(String json) {
    return (Value.Document) JsonText.parse(json);
  }

  private static String text(Value.Document document, String name) {
    return ((Value.Text) document.property(name)).value();
  }
}
