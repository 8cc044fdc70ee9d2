// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.control.catalog.CatalogCommand.CreateResource;
import io.orrery.control.catalog.CatalogCommand.DeleteResource;
import io.orrery.control.catalog.CatalogCommand.ReplaceResource;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.control.catalog.CatalogOutcome.Refused;
import io.orrery.control.catalog.CatalogOutcome.Removed;
import io.orrery.control.catalog.CatalogOutcome.Stored;
import io.orrery.model.catalog.CatalogRecord.Numbers;
import io.orrery.model.catalog.Resource;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.User;
import java.util.Optional;

/// The part of the [CatalogMachine] that is about resources, of whatever kind.
final class ResourceMachine {
  private final CatalogDraft draft;

  ResourceMachine(CatalogDraft draft) {
    this.draft = draft;
  }

  CatalogOutcome create(CreateResource command) {
    Siblings siblings = command.siblings();
    if (draft.find(CatalogLayout.owner(siblings)) == null) {
      return new Refused(Refusal.NOT_FOUND);
    }
    if (isTaken(siblings, command.name())) {
      return new Refused(Refusal.EXISTS);
    }
    if (draft.within(CatalogLayout.prefix(siblings)).size() >= command.countMax()) {
      return new Refused(Refusal.TOO_MANY);
    }
    Numbers numbers = draft.numbers();
    draft.put(numbers.afterResource());
    return stored(
        Resource.of(
            siblings,
            numbers.resource(),
            command.name(),
            command.timeMillis(),
            1,
            command.content()));
  }

  CatalogOutcome replace(ReplaceResource command) {
    Siblings siblings = command.siblings();
    Optional<Resource> current = draft.findResource(Resource.class, siblings, command.number());
    if (current.isEmpty()) {
      return new Refused(Refusal.NOT_FOUND);
    }
    if (command.revision() != ReplaceResource.ANY_REVISION
        && command.revision() != current.get().revision()) {
      return new Refused(Refusal.OUTDATED);
    }
    if (!current.get().name().equals(command.name()) && isTaken(siblings, command.name())) {
      return new Refused(Refusal.EXISTS);
    }
    return stored(current.get().changed(command.name(), command.content(), command.timeMillis()));
  }

  CatalogOutcome delete(DeleteResource command) {
    Optional<Resource> current =
        draft.findResource(Resource.class, command.siblings(), command.number());
    if (current.isEmpty()) {
      return new Refused(Refusal.NOT_FOUND);
    }
    delete(current.get());
    return new Removed();
  }

  private boolean isTaken(Siblings siblings, String name) {
    return draft.findResource(Resource.class, siblings, name).isPresent();
  }

  private void delete(Resource resource) {
    if (resource instanceof User user) {
      deleteAll(user.permissions());
    }
    draft.delete(CatalogLayout.key(resource));
  }

  /// Deletes all siblings, each with what belongs to it.
  void deleteAll(Siblings siblings) {
    draft.resources(Resource.class, siblings).forEach(this::delete);
  }

  private CatalogOutcome stored(Resource resource) {
    draft.put(resource);
    return new Stored(resource);
  }
}
