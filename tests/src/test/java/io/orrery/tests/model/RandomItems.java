// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/// Items whose values come from small sets, so that they often are equal, and of every type.
final class RandomItems {
  private final Random random;

  RandomItems(Random random) {
    this.random = random;
  }

  ModelItem.Content next(Template template) {
    LinkedHashMap<String, Value> properties = new LinkedHashMap<>();
    properties.put("number", number());
    if (template != Template.FAT) {
      fill(properties);
    }
    Value.Document document = new Value.Document(properties);
    boolean indexed = random.nextInt(20) > 0;
    NewItem item = new NewItem(StoredItems.encode(document), ttlSeconds(template), indexed);
    return new ModelItem.Content(item, document);
  }

  private void fill(Map<String, Value> properties) {
    if (random.nextInt(10) > 0) {
      properties.put("name", text());
    }
    if (random.nextInt(10) > 0) {
      properties.put("mixed", mixed());
    }
    properties.put(
        "tags",
        new Value.Array(
            IntStream.range(0, random.nextInt(4))
                .<Value>mapToObj(_ -> new Value.Text("tag" + random.nextInt(6)))
                .toList()));
    LinkedHashMap<String, Value> nested = new LinkedHashMap<>();
    nested.put("deep", number());
    nested.put("other", text());
    properties.put("nested", new Value.Document(nested));
    properties.put("email", new Value.Text("email" + random.nextInt(40)));
    // Sometimes longer than an index term may be.
    int length = random.nextInt(30) == 0 ? 3000 : random.nextInt(300);
    properties.put("padding", new Value.Text("x".repeat(length)));
  }

  private int ttlSeconds(Template template) {
    return switch (template) {
      case EXPIRING, UNIQUE ->
          switch (random.nextInt(4)) {
            case 0 -> Item.TTL_NEVER;
            case 1 -> 1 + random.nextInt(100);
            default -> Item.TTL_DEFAULT;
          };
      case PLAIN, OLD, LEVELS, TABLE, FAT, FIXED -> Item.TTL_DEFAULT;
    };
  }

  Value scalar() {
    return switch (random.nextInt(4)) {
      case 0 -> text();
      case 1 -> Value.Null.NULL;
      case 2 -> Value.Bool.of(random.nextBoolean());
      default -> number();
    };
  }

  private Value mixed() {
    return switch (random.nextInt(6)) {
      case 0 -> new Value.Array(List.of(number(), text()));
      case 1 -> new Value.Document(new LinkedHashMap<>());
      default -> scalar();
    };
  }

  private Value number() {
    int number = random.nextInt(60) - 20;
    return switch (random.nextInt(3)) {
      case 0 -> new Value.Int32(number);
      case 1 -> new Value.Int64(number);
      default -> new Value.Float64(random.nextBoolean() ? number : number + 0.25);
    };
  }

  private Value text() {
    return switch (random.nextInt(8)) {
      case 0 -> new Value.Text("");
      case 1 -> new Value.Text("\u0000" + random.nextInt(3));
      case 2 -> new Value.Text("\u00e4\uD83D\uDE00\uFFFF" + random.nextInt(3));
      default -> new Value.Text("text" + random.nextInt(30));
    };
  }
}
