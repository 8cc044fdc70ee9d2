// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand.CreateResource;
import io.orrery.control.catalog.CatalogCommand.DeleteResource;
import io.orrery.control.catalog.CatalogCommand.ReplaceResource;
import io.orrery.control.catalog.CatalogOutcome;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.Resource;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import java.util.List;
import java.util.Optional;

/// Resources of one kind, whoever they belong to: looks them up, and proposes their changes.
///
/// @param type what they are
/// @param word what they are called in messages
record NamedResources<R extends Resource>(CatalogClient catalog, Class<R> type, String word) {

  /// The siblings in the order of their creation.
  List<R> all(Siblings siblings) {
    return catalog.view().resources(type, siblings);
  }

  Optional<R> find(Siblings siblings, String name) {
    return catalog.view().findResource(type, siblings, name);
  }

  Optional<R> find(Siblings siblings, int number) {
    return catalog.view().findResource(type, siblings, number);
  }

  /// Fails with CONFLICT if a sibling has the name, with LIMIT_EXCEEDED if there are as many as
  /// there may be, with NOT_FOUND if their owner is gone.
  R create(Siblings siblings, String name, ResourceContent content, int countMax) {
    return catalog.store(
        type,
        new CreateResource(catalog.now(), siblings, name, content, countMax),
        reason -> reason == Refusal.TOO_MANY ? tooMany(siblings, countMax) : refusal(reason, name));
  }

  /// Fails with CONFLICT if another sibling has the name, with NOT_FOUND if it is gone.
  R replace(R resource, String name, ResourceContent content) {
    return replace(resource, ReplaceResource.ANY_REVISION, name, content).orElseThrow();
  }

  /// As [#replace], if the resource is still of its revision; empty if it was changed since.
  Optional<R> replaceIfUnchanged(R resource, ResourceContent content) {
    return replace(resource, resource.revision(), resource.name(), content);
  }

  private Optional<R> replace(R resource, long revision, String name, ResourceContent content) {
    var command =
        new ReplaceResource(
            catalog.now(), resource.siblings(), resource.number(), revision, name, content);
    return switch (catalog.propose(command)) {
      case CatalogOutcome.Stored(CatalogRecord record) -> Optional.of(type.cast(record));
      case CatalogOutcome.Refused(Refusal reason) when reason == Refusal.OUTDATED ->
          Optional.empty();
      case CatalogOutcome.Refused(Refusal reason) -> throw refusal(reason, name);
      case CatalogOutcome.Removed _, CatalogOutcome.NotLeader _ ->
          throw new IllegalStateException("nothing was stored by " + command);
    };
  }

  /// Fails with NOT_FOUND if it is gone already.
  void delete(R resource) {
    catalog.remove(
        new DeleteResource(catalog.now(), resource.siblings(), resource.number()),
        reason -> refusal(reason, resource.name()));
  }

  private OrreryException tooMany(Siblings siblings, int countMax) {
    String all =
        switch (siblings) {
          case Siblings.Users _ -> "The database has %d users";
          case Siblings.Permissions _ -> "The user has %d permissions";
          case Siblings.Scripts _ -> "The container has %d scripts of this kind";
          case Siblings.EncryptionKeys _ -> "The database has %d client encryption keys";
        };
    return new OrreryException(
        ErrorCode.LIMIT_EXCEEDED, all.formatted(countMax) + ", as many as it may.");
  }

  private OrreryException refusal(Refusal reason, String name) {
    return switch (reason) {
      case EXISTS ->
          new OrreryException(
              ErrorCode.CONFLICT, "There is a %s %s already.".formatted(word, name));
      case NOT_FOUND ->
          new OrreryException(
              ErrorCode.NOT_FOUND, "The %s does not exist any more.".formatted(word));
      case TOO_MANY, OUTDATED, UNFIT ->
          new OrreryException(
              ErrorCode.INTERNAL,
              "The catalog refused the %s %s: %s.".formatted(word, name, reason));
    };
  }
}
