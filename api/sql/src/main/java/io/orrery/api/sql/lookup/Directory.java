// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.lookup;

import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.ResourcePath.UserAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.User;
import io.orrery.model.container.Api;
import java.util.List;
import java.util.Optional;

/// Finds what an address leads to. An id that is the rid of something there is means that; any
/// other is a name.
public final class Directory {
  private final Administration administration;

  public Directory(Administration administration) {
    this.administration = administration;
  }

  public Administration administration() {
    return administration;
  }

  public Optional<Database> findDatabase(DatabaseAddress address) {
    return Rid.parse(address.id())
        .filter(rid -> rid.length() == 4)
        .flatMap(rid -> administration.findDatabase(rid.databaseNumber()))
        .or(() -> administration.findDatabase(address.id()));
  }

  /// Fails with NOT_FOUND.
  public Database requireDatabase(DatabaseAddress address) {
    return findDatabase(address).orElseThrow(() -> missing(ErrorCode.NOT_FOUND, address));
  }

  /// The database that something in it is wanted of. Fails with OWNER_NOT_FOUND.
  public Database requireOwner(DatabaseAddress address) {
    return findDatabase(address).orElseThrow(() -> missing(ErrorCode.OWNER_NOT_FOUND, address));
  }

  /// The database of a container that was found.
  public Database databaseOf(Container container) {
    return administration
        .findDatabase(container.database())
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.OWNER_NOT_FOUND,
                    "The database of the container %s does not exist."
                        .formatted(container.name())));
  }

  public Optional<ContainerHandle> findContainer(ContainerAddress address) {
    return Rid.parse(address.id())
        .filter(rid -> rid.length() == 8 && rid.isInContainer())
        .flatMap(rid -> findContainer(rid))
        .or(
            () ->
                findDatabase(address.database())
                    .flatMap(
                        database -> administration.findContainer(database.name(), address.id())))
        .filter(handle -> handle.container().definition().api() == Api.SQL);
  }

  /// The container with this rid.
  public Optional<ContainerHandle> findContainer(Rid rid) {
    return administration
        .findContainer(rid.ownedNumber())
        .filter(handle -> handle.container().database() == rid.databaseNumber());
  }

  /// The containers of a database that this API serves.
  public List<ContainerHandle> containers(Database database) {
    return administration.containers(database.name()).stream()
        .filter(handle -> handle.container().definition().api() == Api.SQL)
        .toList();
  }

  /// Fails with NOT_FOUND, or with OWNER_NOT_FOUND if there is not even the database.
  public ContainerHandle requireContainer(ContainerAddress address) {
    return findContainer(address)
        .orElseThrow(
            () -> {
              requireOwner(address.database());
              return missing(ErrorCode.NOT_FOUND, address);
            });
  }

  /// The container that something in it is wanted of. Fails with OWNER_NOT_FOUND, or with
  /// CONTAINER_REPLACED if the client means another one that had the same name.
  public ContainerHandle requireOwner(ContainerAddress address, SqlRequest request) {
    ContainerHandle handle =
        findContainer(address).orElseThrow(() -> missing(ErrorCode.OWNER_NOT_FOUND, address));
    Optional<String> intended = request.header(Names.INTENDED_CONTAINER);
    if (intended.isPresent() && !intended.get().equals(rid(handle.container()).toString())) {
      throw new OrreryException(
          ErrorCode.CONTAINER_REPLACED,
          "The container %s has the rid %s, not %s: it was deleted and made anew."
              .formatted(address.id(), rid(handle.container()), intended.get()));
    }
    return handle;
  }

  /// Fails with NOT_FOUND, or with OWNER_NOT_FOUND if there is not even the database.
  public User requireUser(UserAddress address, ErrorCode ifMissing) {
    Database database = requireOwner(address.database());
    return Rid.parse(address.id())
        .filter(rid -> rid.length() == 8 && !rid.isInContainer())
        .flatMap(rid -> administration.access().findUser(database.number(), rid.ownedNumber()))
        .or(() -> administration.access().findUser(database.number(), address.id()))
        .orElseThrow(
            () -> new OrreryException(ifMissing, "There is no user %s.".formatted(address.id())));
  }

  public static Rid rid(Container container) {
    return Rid.container(container.database(), container.number());
  }

  /// Its address by name, without slashes around it.
  public String path(Container container) {
    return "dbs/" + databaseOf(container).name() + "/colls/" + container.name();
  }

  private static OrreryException missing(ErrorCode code, DatabaseAddress address) {
    return new OrreryException(code, "There is no database %s.".formatted(address.id()));
  }

  private static OrreryException missing(ErrorCode code, ContainerAddress address) {
    return new OrreryException(
        code,
        "The database %s has no container %s.".formatted(address.database().id(), address.id()));
  }
}
