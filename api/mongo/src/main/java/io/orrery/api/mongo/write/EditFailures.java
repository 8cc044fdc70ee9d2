// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.plan.update.EditFailure;

/// Why an update does not fit a document, in MongoDB's words.
final class EditFailures {
  private EditFailures() {}

  static MongoFailure failure(EditFailure failure) {
    String path = String.join(".", failure.path());
    return switch (failure.kind()) {
      case NO_PARENT, ABSENT, OUT_OF_BOUNDS ->
          new MongoFailure(
              MongoError.PATH_NOT_VIABLE,
              "Cannot create field '%s' in the element at '%s'"
                  .formatted(
                      failure.path().isEmpty() ? "" : failure.path().getLast(),
                      String.join(".", failure.path().subList(0, failure.depth()))));
      case NOT_A_NUMBER ->
          new MongoFailure(
              MongoError.TYPE_MISMATCH,
              "Cannot apply $inc to a value of non-numeric type at '%s'".formatted(path));
      case NOT_AN_ARRAY ->
          new MongoFailure(MongoError.BAD_VALUE, "The field '%s' must be an array".formatted(path));
      case SUM_OUT_OF_RANGE ->
          new MongoFailure(
              MongoError.BAD_VALUE, "Failed to apply $inc operations to '%s'".formatted(path));
      case TOO_DEEP -> new MongoFailure(MongoError.OVERFLOW, "The document would nest too deep");
      case TOO_MANY_MEMBERS, TOO_LARGE ->
          throw new IllegalStateException("no operator limits the fields of a document");
      case BAD_LIFETIME -> new MongoFailure(MongoError.BAD_VALUE, "The lifetime is no number");
    };
  }
}
