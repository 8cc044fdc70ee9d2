// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.option;

import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of a collection, by the names that clients give and are told.
///
/// @param values only those that were given
public record CollectionOptions(Value.Document values) {
  public static final String VALIDATOR = "validator";
  public static final String VALIDATION_LEVEL = "validationLevel";
  public static final String VALIDATION_ACTION = "validationAction";

  public static final String COLLATION = "collation";

  public static final String CAPPED = "capped";
  public static final String SIZE = "size";
  public static final String MAX = "max";

  /// What says that documents lie in the order of `_id`, which they do in any case.
  public static final String CLUSTERED = "clusteredIndex";

  private static final String VIEW_ON = "viewOn";
  private static final String PIPELINE = "pipeline";
  private static final String IMAGES = "changeStreamPreAndPostImages";

  /// A collection that was made without any.
  public static final CollectionOptions NONE =
      new CollectionOptions(new Value.Document(new LinkedHashMap<>()));

  private static final String PROPERTY = "options";

  public static CollectionOptions of(ContainerDefinition definition) {
    return CollectionProperties.of(definition).property(PROPERTY) instanceof Value.Document values
        ? new CollectionOptions(values)
        : NONE;
  }

  /// The definition of a collection that has these. An empty validator takes away the one before.
  public ContainerDefinition in(ContainerDefinition definition) {
    LinkedHashMap<String, Value> kept = new LinkedHashMap<>(values.properties());
    if (kept.get(VALIDATOR) instanceof Value.Document validator
        && validator.properties().isEmpty()) {
      kept.remove(VALIDATOR);
    }
    return CollectionProperties.with(
        definition,
        PROPERTY,
        kept.isEmpty() ? Value.Undefined.UNDEFINED : new Value.Document(kept));
  }

  /// These, with others in their places.
  public CollectionOptions with(CollectionOptions others) {
    LinkedHashMap<String, Value> all = new LinkedHashMap<>(values.properties());
    all.putAll(others.values.properties());
    return new CollectionOptions(new Value.Document(all));
  }

  /// How texts compare where a command does not say.
  public static CollectionOptions collated(Optional<Value.Document> collation) {
    return collation.map(each -> of(Map.<String, Value>of(COLLATION, each))).orElse(NONE);
  }

  public Optional<Value.Document> collation() {
    return values.property(COLLATION) instanceof Value.Document collation
        ? Optional.of(collation)
        : Optional.empty();
  }

  /// The same for what a pipeline makes of another collection of the same database.
  public CollectionOptions asView(String on, List<Value.Document> pipeline) {
    return with(
        of(
            Map.<String, Value>of(
                VIEW_ON, new Value.Text(on), PIPELINE, new Value.Array(List.copyOf(pipeline)))));
  }

  /// The collection that a view is made of; empty if this is no view.
  public Optional<String> viewOn() {
    return values.property(VIEW_ON) instanceof Value.Text(String on)
        ? Optional.of(on)
        : Optional.empty();
  }

  /// What a view makes of it.
  public List<Value.Document> pipeline() {
    return values.property(PIPELINE) instanceof Value.Array(List<Value> stages)
        ? stages.stream().map(Value.Document.class::cast).toList()
        : List.of();
  }

  /// How much a capped collection holds; empty if this is none.
  public Optional<CappedSize> capped() {
    return values.property(SIZE) instanceof Value.Int64(long size)
        ? Optional.of(
            new CappedSize(
                size, values.property(MAX) instanceof Value.Int64(long max) ? max : Long.MAX_VALUE))
        : Optional.empty();
  }

  /// The index of `_id` of a collection that was to be clustered by it; empty otherwise.
  public Optional<Value.Document> clustered() {
    return values.property(CLUSTERED) instanceof Value.Document index
        ? Optional.of(index)
        : Optional.empty();
  }

  /// Whether streams tell documents as they were before and after a change.
  public static CollectionOptions images(Optional<Value.Document> images) {
    return images.map(each -> of(Map.<String, Value>of(IMAGES, each))).orElse(NONE);
  }

  /// They are told unless somebody switches that off, since they are kept in any case.
  public boolean tellsImages() {
    return !(values.property(IMAGES) instanceof Value.Document images
        && images.property("enabled") == Value.Bool.FALSE);
  }

  /// Those of them that were given.
  public static CollectionOptions of(Map<String, Value> given) {
    LinkedHashMap<String, Value> values = new LinkedHashMap<>(given);
    values.values().removeIf(value -> value == Value.Undefined.UNDEFINED);
    return new CollectionOptions(new Value.Document(values));
  }

  public Optional<Value.Document> validator() {
    return values.property(VALIDATOR) instanceof Value.Document validator
        ? Optional.of(validator)
        : Optional.empty();
  }

  /// Whether an option has this value, or is not given where this is what it is then.
  public boolean is(String option, String value, boolean byDefault) {
    return values.property(option) instanceof Value.Text(String text)
        ? text.equals(value)
        : byDefault;
  }
}
