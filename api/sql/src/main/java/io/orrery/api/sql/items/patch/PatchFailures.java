// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.plan.update.EditFailure;
import java.util.List;

/// Why a patch does not fit an item, in the words of the service.
final class PatchFailures {
  private PatchFailures() {}

  static OrreryException explain(EditFailure failure, List<Step> steps) {
    String sentence = sentence(failure, steps);
    // The service counts from 1.
    return Refusals.invalid(
        failure.edit() < 0
            ? sentence
            : "For Operation(%d): %s".formatted(failure.edit() + 1, sentence));
  }

  private static String sentence(EditFailure failure, List<Step> steps) {
    PatchPath path = new PatchPath(failure.path());
    return switch (failure.kind()) {
      case NO_PARENT ->
          "Given Operation can only create a child object of an existing node(array or object) and cannot create path recursively, no path found beyond: '%s'."
              .formatted(String.join("/", failure.path().subList(0, failure.depth())));
      case ABSENT ->
          "Node(%s) to be %s is absent. Note: it may also have been removed earlier in the transaction."
              .formatted(path, fate(steps.get(failure.edit())));
      case OUT_OF_BOUNDS ->
          "Index(%s) to operate on is out of array bounds. Its path is %s."
              .formatted(failure.path().get(failure.depth() - 1), path);
      case NOT_A_NUMBER -> "Node(%s) is not a number.".formatted(path);
      case SUM_OUT_OF_RANGE -> "The sum at the path %s of the patch is too large.".formatted(path);
      case BAD_LIFETIME ->
          "The property 'ttl' must be a positive whole number of seconds below 2^31, or -1.";
      case TOO_DEEP ->
          "The value nests deeper than %d arrays and objects.".formatted(Limits.ITEM_DEPTH);
      case NOT_AN_ARRAY -> throw new IllegalStateException("no step of a patch needs an array");
      case TOO_MANY_MEMBERS, TOO_LARGE ->
          throw new IllegalStateException("no step of a patch limits members");
    };
  }

  private static String fate(Step step) {
    return switch (step) {
      case Step.Replace _ -> "replaced";
      case Step.Remove _, Step.Move _ -> "removed";
      case Step.Add _, Step.Set _, Step.Increment _ ->
          throw new IllegalStateException("this step needs nothing at its path");
    };
  }
}
