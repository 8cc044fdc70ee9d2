// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A schema that was read: rules that a value keeps or not.
///
/// @param title for whoever reads why a value was refused
/// @param description likewise
public record JsonSchema(
    Optional<String> title, Optional<String> description, List<SchemaRule> rules) {
  public JsonSchema {
    rules = List.copyOf(rules);
  }

  /// One keyword of a schema.
  ///
  /// @param specified the keyword and what stands behind it, as explanations repeat it
  public record SchemaRule(String keyword, Value.Document specified, Demand demand) {}

  /// What a keyword asks of a value. Most ask only of values of some kind: what is no text has no
  /// length that could be wrong.
  public sealed interface Demand {

    record OfType(Set<Value.Kind> kinds) implements Demand {
      public OfType {
        kinds = Set.copyOf(kinds);
      }
    }

    /// Equal to one of these, where the order of fields does not matter.
    record Listed(List<Value> values) implements Demand {
      public Listed {
        values = List.copyOf(values);
      }
    }

    record Required(List<String> names) implements Demand {
      public Required {
        names = List.copyOf(names);
      }
    }

    record Properties(Map<String, JsonSchema> schemas) implements Demand {
      public Properties {
        schemas = new LinkedHashMap<>(schemas);
      }
    }

    /// Fields whose names a pattern finds.
    record PatternProperties(List<Named> patterns) implements Demand {
      public PatternProperties {
        patterns = List.copyOf(patterns);
      }

      public record Named(Pattern pattern, JsonSchema schema) {}
    }

    /// Fields that neither have one of the names nor one that a pattern finds.
    ///
    /// @param schema what they must be; empty if there must be none
    record OtherProperties(Set<String> names, List<Pattern> patterns, Optional<JsonSchema> schema)
        implements Demand {
      public OtherProperties {
        names = Set.copyOf(names);
        patterns = List.copyOf(patterns);
      }
    }

    record EveryItem(JsonSchema schema) implements Demand {}

    /// The first item keeps the first schema, and so on.
    record ItemsInTurn(List<JsonSchema> schemas) implements Demand {
      public ItemsInTurn {
        schemas = List.copyOf(schemas);
      }
    }

    /// Items behind those that have schemas of their own.
    ///
    /// @param schema what they must be; empty if there must be none
    record OtherItems(int from, Optional<JsonSchema> schema) implements Demand {}

    /// A number on one side of another.
    record Bounded(Value limit, boolean above, boolean exclusive) implements Demand {}

    record MultipleOf(Value divisor) implements Demand {}

    /// So many of something, at least or at most.
    record Counted(Unit unit, boolean least, long limit) implements Demand {
      /// What is counted.
      public enum Unit {
        CHARACTERS,
        ITEMS,
        PROPERTIES
      }
    }

    record Found(Pattern pattern) implements Demand {}

    record UniqueItems() implements Demand {}

    record AllOf(List<JsonSchema> schemas) implements Demand {
      public AllOf {
        schemas = List.copyOf(schemas);
      }
    }

    record AnyOf(List<JsonSchema> schemas) implements Demand {
      public AnyOf {
        schemas = List.copyOf(schemas);
      }
    }

    /// One of them and no other.
    record OneOf(List<JsonSchema> schemas) implements Demand {
      public OneOf {
        schemas = List.copyOf(schemas);
      }
    }

    record Not(JsonSchema schema) implements Demand {}

    /// What has a field has others too, or keeps a schema.
    record Dependencies(List<Dependency> all) implements Demand {
      public Dependencies {
        all = List.copyOf(all);
      }

      /// What has a field has these too.
      ///
      /// @param names the other fields; none if there is a schema
      public record Dependency(String name, List<String> names, Optional<JsonSchema> schema) {
        public Dependency {
          names = List.copyOf(names);
        }
      }
    }
  }
}
