// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.Map;
import java.util.Optional;

/// Reads what asks for databases and collections, or changes them.
final class CollectionCommands {
  private CollectionCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("create", CollectionCommands::create);
    table.put("drop", body -> new CollectionCommand.Drop(Namespace.of(body)));
    table.put(
        "dropDatabase",
        body -> new CollectionCommand.DropDatabase(Namespace.requireDatabase(body.database())));
    table.put("renameCollection", CollectionCommands::rename);
    table.put(
        "convertToCapped",
        body ->
            new CollectionCommand.ConvertToCapped(
                Namespace.of(body), CappedArguments.ofConversion(body.arguments())));
    table.put("listDatabases", CollectionCommands::listDatabases);
    table.put("listCollections", CollectionCommands::listCollections);
    table.put("listIndexes", CollectionCommands::listIndexes);
  }

  private static MongoCommand create(CommandBody body) {
    Arguments arguments = body.arguments();
    ReadCommands.refuse(arguments, "timeseries", "expireAfterSeconds", "encryptedFields");
    // How documents are stored is our own affair.
    arguments.ignore("storageEngine");
    arguments.ignore("indexOptionDefaults", "autoIndexId", "idIndex");
    CollectionOptions options =
        ValidationArguments.read(body)
            .with(collation(arguments))
            .with(images(arguments))
            .with(CappedArguments.ofCreation(arguments))
            .with(ClusteredArguments.read(arguments));
    if (ViewArguments.areIn(arguments)) {
      return ViewArguments.read(body, options);
    }
    if (arguments.findArray("pipeline").isPresent()) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "'pipeline' requires 'viewOn' to also be specified");
    }
    return new CollectionCommand.Create(Namespace.of(body), options);
  }

  private static MongoCommand rename(CommandBody body) {
    Arguments arguments = body.arguments();
    if (!(body.subject() instanceof Value.Text(String name))) {
      throw new MongoFailure(
          MongoError.TYPE_MISMATCH, "'renameCollection' must be a namespace string");
    }
    if (!body.database().equals("admin")) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED, "renameCollection may only be run against the admin database.");
    }
    return new CollectionCommand.Rename(
        Namespace.parse(name), Namespace.parse(arguments.text("to")), arguments.flag("dropTarget"));
  }

  /// Whether streams tell documents as they were.
  static CollectionOptions images(Arguments arguments) {
    Optional<Value.Document> images = arguments.findDocument("changeStreamPreAndPostImages");
    images.ifPresent(
        each -> {
          Arguments inside = new Arguments("changeStreamPreAndPostImages", each);
          if (!(inside.value("enabled") instanceof Value.Bool)) {
            throw new MongoFailure(
                MongoError.MISSING_FIELD,
                "BSON field 'changeStreamPreAndPostImages.enabled' is missing but a required"
                    + " field");
          }
          inside.requireNothingElse();
        });
    return CollectionOptions.images(images);
  }

  private static CollectionOptions collation(Arguments arguments) {
    return CollectionOptions.collated(
        Collations.find(arguments).filter(each -> !each.isSimple()).map(Collations::toDocument));
  }

  private static MongoCommand listDatabases(CommandBody body) {
    Arguments arguments = body.arguments();
    arguments.ignore("authorizedDatabases");
    return new CollectionCommand.ListDatabases(
        arguments.findDocument("filter").orElse(ReadCommands.EMPTY), arguments.flag("nameOnly"));
  }

  private static MongoCommand listCollections(CommandBody body) {
    Arguments arguments = body.arguments();
    arguments.ignore("authorizedCollections", "cursor");
    return new CollectionCommand.ListCollections(
        Namespace.requireDatabase(body.database()),
        arguments.findDocument("filter").orElse(ReadCommands.EMPTY),
        arguments.flag("nameOnly"));
  }

  private static MongoCommand listIndexes(CommandBody body) {
    body.arguments().ignore("cursor");
    return new CollectionCommand.ListIndexes(Namespace.of(body));
  }
}
