// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.DocumentShape.Mode;
import io.orrery.api.mongo.expression.DocumentShape.Node;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads which fields are kept, left out and computed.
public final class ShapeReader {
  private static final String ID = "_id";

  private final ExpressionReader expressions;
  private final Node.Inner root = new Node.Inner();
  private @Nullable Boolean includes;
  private boolean computes;

  private ShapeReader(ExpressionReader expressions) {
    this.expressions = expressions;
  }

  /// A projection: fields that are told, or that are not.
  public static DocumentShape projection(Value.Document fields, ExpressionReader expressions) {
    if (fields.properties().isEmpty()) {
      throw MongoFailure.at(51272, "projection specification must have at least one field");
    }
    ShapeReader reader = new ShapeReader(expressions);
    reader.fields("", fields);
    return reader.projection(fields.property(ID));
  }

  private DocumentShape projection(Value id) {
    if (includes == null) {
      includes = computes || (isFlag(id) && isOn(id));
    }
    if (!includes && computes) {
      throw MongoFailure.at(
          31252, "Cannot use an expression other than $meta in exclusion projection");
    }
    boolean silent = id == Value.Undefined.UNDEFINED && !root.nodes().containsKey(ID);
    if (isFlag(id)) {
      boolean kept = isOn(id);
      if (includes && kept) {
        put(ID, new Node.Keep());
      } else if (!includes && !kept) {
        put(ID, new Node.Drop());
      }
    } else if (silent && includes) {
      put(ID, new Node.Keep());
    }
    return new DocumentShape(includes ? Mode.INCLUDE : Mode.EXCLUDE, root);
  }

  private void fields(String prefix, Value.Document fields) {
    for (Map.Entry<String, Value> field : fields.properties().entrySet()) {
      String path = prefix + field.getKey();
      Value value = field.getValue();
      if (isFlag(value)) {
        if (!path.equals(ID)) {
          flag(path, isOn(value));
        }
      } else if (value instanceof Value.Document nested && !isOperator(nested)) {
        if (nested.properties().isEmpty()) {
          throw MongoFailure.at(
              51270, "An empty sub-projection is not a valid value. Found empty object at path");
        }
        fields(path + ".", nested);
      } else {
        computes = true;
        put(path, new Node.Computed(expressions.read(value)));
      }
    }
  }

  private void flag(String path, boolean included) {
    if (includes != null && includes != included) {
      throw new MongoFailure(
          included ? MongoError.MIXED_EXCLUSION : MongoError.MIXED_INCLUSION,
          "Cannot do %s on field %s in %s projection"
              .formatted(
                  included ? "inclusion" : "exclusion",
                  path,
                  included ? "exclusion" : "inclusion"));
    }
    includes = included;
    put(path, included ? new Node.Keep() : new Node.Drop());
  }

  private static boolean isFlag(Value value) {
    return value instanceof Value.Bool || value.kind().isNumber();
  }

  private static boolean isOn(Value flag) {
    return flag instanceof Value.Bool bool ? bool.isTrue() : BsonNumbers.toDouble(flag) != 0;
  }

  private static boolean isOperator(Value.Document document) {
    return !document.properties().isEmpty()
        && document.properties().firstEntry().getKey().startsWith("$");
  }

  /// Fields that are computed, beside those that are there.
  public static DocumentShape additions(Value.Document fields, ExpressionReader expressions) {
    ShapeReader reader = new ShapeReader(expressions);
    reader.additions("", fields);
    return new DocumentShape(Mode.ADD, reader.root);
  }

  private void additions(String prefix, Value.Document fields) {
    for (Map.Entry<String, Value> field : fields.properties().entrySet()) {
      String path = prefix + field.getKey();
      if (field.getValue() instanceof Value.Document nested
          && !isOperator(nested)
          && !nested.properties().isEmpty()) {
        additions(path + ".", nested);
      } else {
        put(path, new Node.Computed(expressions.read(field.getValue())));
      }
    }
  }

  /// Fields that are left out.
  public static DocumentShape removals(List<String> paths) {
    ShapeReader reader = new ShapeReader(ExpressionReader.PLAIN);
    paths.forEach(path -> reader.put(path, new Node.Drop()));
    return new DocumentShape(Mode.EXCLUDE, reader.root);
  }

  private void put(String path, Node node) {
    List<String> names = FieldPaths.names(path);
    boolean computing = node instanceof Node.Computed;
    Node.Inner at = root;
    for (String name : names.subList(0, names.size() - 1)) {
      at.computes()[0] |= computing;
      if (!(at.nodes().computeIfAbsent(name, _ -> new Node.Inner()) instanceof Node.Inner next)) {
        throw collision(path);
      }
      at = next;
    }
    at.computes()[0] |= computing;
    if (at.nodes().put(names.getLast(), node) != null) {
      throw collision(path);
    }
  }

  private static MongoFailure collision(String path) {
    return new MongoFailure(
        MongoError.PATH_COLLISION, "Invalid $project :: caused by :: Path collision at " + path);
  }
}
