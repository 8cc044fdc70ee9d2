// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;

/// A collection by the names of its database and itself.
public record Namespace(String database, String collection) {
  private static final int DATABASE_BYTES_MAX = 63;
  private static final int BYTES_MAX = 255;
  private static final String FORBIDDEN_IN_DATABASES = "/\\. \"$*<>:|?\0";

  /// Stands for a database as a whole where a pipeline brings documents of its own.
  private static final String OF_DATABASE = "$cmd.aggregate";

  /// Stands for the results of a command that writes into several collections.
  private static final String OF_BULK_WRITE = "$cmd.bulkWrite";

  /// Fails with INVALID_NAMESPACE if there cannot be such a collection.
  public Namespace {
    requireDatabase(database);
    if (collection.isEmpty()
        || collection.startsWith(".")
        || collection.endsWith(".")
        || collection.indexOf('\0') >= 0
        || (collection.indexOf('$') >= 0
            && !collection.equals(OF_DATABASE)
            && !collection.equals(OF_BULK_WRITE))
        || collection.startsWith("system.")
        || bytes(database) + 1 + bytes(collection) > BYTES_MAX) {
      throw invalid(database + "." + collection);
    }
  }

  /// Fails with INVALID_NAMESPACE if there cannot be such a database.
  public static String requireDatabase(String name) {
    boolean forbidden = false;
    for (int i = 0; i < name.length(); i++) {
      forbidden |= FORBIDDEN_IN_DATABASES.indexOf(name.charAt(i)) >= 0;
    }
    if (name.isEmpty() || forbidden || bytes(name) > DATABASE_BYTES_MAX) {
      throw invalid(name);
    }
    return name;
  }

  /// The name of a collection with its database, as in `db.c`. Fails with INVALID_NAMESPACE.
  static Namespace parse(String name) {
    int dot = name.indexOf('.');
    if (dot <= 0) {
      throw invalid(name);
    }
    return new Namespace(name.substring(0, dot), name.substring(dot + 1));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static MongoFailure invalid(String name) {
    return new MongoFailure(
        MongoError.INVALID_NAMESPACE, "Invalid namespace specified '%s'".formatted(name));
  }

  /// A database as a whole.
  static Namespace ofDatabase(String database) {
    return new Namespace(database, OF_DATABASE);
  }

  /// The results of a command that writes into several collections.
  public static Namespace ofBulkWrite() {
    return new Namespace("admin", OF_BULK_WRITE);
  }

  public boolean isOfDatabase() {
    return collection.equals(OF_DATABASE) || collection.equals(OF_BULK_WRITE);
  }

  /// The collection that a command is about.
  static Namespace of(CommandBody body) {
    if (body.subject() instanceof Value.Text(String collection)
        && !collection.equals(OF_DATABASE)
        && !collection.equals(OF_BULK_WRITE)) {
      return new Namespace(body.database(), collection);
    }
    throw new MongoFailure(
        MongoError.INVALID_NAMESPACE,
        "collection name has invalid type in the command '%s'".formatted(body.name()));
  }

  @Override
  public String toString() {
    return database + "." + collection;
  }
}
