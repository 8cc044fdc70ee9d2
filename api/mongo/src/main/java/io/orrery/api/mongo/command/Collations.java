// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Collation;
import io.orrery.model.container.Collation.CaseFirst;
import io.orrery.model.value.Value;
import io.orrery.plan.collation.CollationKeys;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Collations as clients write them and are told them.
public final class Collations {
  private static final long STRENGTH = 3;

  private Collations() {}

  /// The collation of a command, an index or a collection; empty if it names none.
  public static Optional<Collation> find(Arguments arguments) {
    return arguments
        .findDocument("collation")
        .filter(each -> !each.properties().isEmpty())
        .map(Collations::read);
  }

  /// Fails with NOT_IMPLEMENTED where texts can compare only by their bytes.
  static void requireSimple(Arguments arguments) {
    if (!find(arguments).orElse(Collation.SIMPLE).isSimple()) {
      throw MongoFailure.notSupported("A collation other than simple");
    }
  }

  public static Collation read(Value.Document document) {
    Arguments fields = new Arguments("collation", document);
    String locale = fields.text("locale");
    long strength = fields.findWhole("strength").orElse(STRENGTH);
    if (strength < 1 || strength > 5) {
      throw bad("BSON field 'collation.strength' must be between 1 and 5");
    }
    Collation collation =
        new Collation(
            locale,
            (int) strength,
            fields.flag("caseLevel"),
            CaseFirst.valueOf(
                choice(fields, "caseFirst", Set.of("off", "upper", "lower"), "off")
                    .toUpperCase(Locale.ROOT)),
            fields.flag("numericOrdering"),
            choice(fields, "alternate", Set.of("non-ignorable", "shifted"), "non-ignorable")
                .equals("shifted"),
            choice(fields, "maxVariable", Set.of("punct", "space"), "punct").equals("space"),
            fields.flag("normalization"),
            fields.flag("backwards"));
    fields.ignore("version");
    fields.requireNothingElse();
    return require(collation);
  }

  private static Collation require(Collation collation) {
    if (collation.isSimple()) {
      if (!collation.equals(Collation.SIMPLE)) {
        throw bad("If the locale is 'simple', no other collation options may be specified");
      }
      return collation;
    }
    try {
      CollationKeys _ = CollationKeys.of(collation);
    } catch (OrreryException unknown) {
      throw bad("Field 'locale' is invalid in: { locale: \"%s\" }".formatted(collation.locale()));
    }
    return collation;
  }

  private static String choice(Arguments fields, String name, Set<String> known, String otherwise) {
    String given = fields.findText(name).orElse(otherwise);
    if (!known.contains(given)) {
      throw bad(
          "Enumeration value '%s' for field 'collation.%s' is not a valid value."
              .formatted(given, name));
    }
    return given;
  }

  /// All that makes a collation, as clients are told it.
  public static Value.Document toDocument(Collation collation) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("locale", new Value.Text(collation.locale()));
    fields.put("caseLevel", Value.Bool.of(collation.caseLevel()));
    fields.put("caseFirst", new Value.Text(collation.caseFirst().name().toLowerCase(Locale.ROOT)));
    fields.put("strength", new Value.Int32(collation.strength()));
    fields.put("numericOrdering", Value.Bool.of(collation.numericOrdering()));
    fields.put("alternate", new Value.Text(collation.shifted() ? "shifted" : "non-ignorable"));
    fields.put("maxVariable", new Value.Text(collation.spacesOnly() ? "space" : "punct"));
    fields.put("normalization", Value.Bool.of(collation.normalization()));
    fields.put("backwards", Value.Bool.of(collation.backwards()));
    return new Value.Document(fields);
  }

  private static MongoFailure bad(String message) {
    return new MongoFailure(MongoError.BAD_VALUE, message);
  }
}
