// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.gateway.access.Action.Effect;
import io.orrery.gateway.access.Action.Keys;
import io.orrery.gateway.access.Action.Part;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.Grant.Target;
import io.orrery.model.key.PartitionKey;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether a principal may do what a request does. Everything here fails with FORBIDDEN.
public final class Rights {
  private Rights() {}

  /// Fails unless the principal may do what the request does.
  ///
  /// @param action asked for only where somebody's rights have limits, so that to work it out costs
  ///   the others nothing
  public static void require(Principal principal, Supplier<? extends Action> action) {
    switch (principal) {
      case Principal.KeyHolder(boolean readOnly) -> {
        if (readOnly) {
          requireReadOnly(action.get());
        }
      }
      case Principal.TokenHolder(var permission) ->
          requireGranted(permission.grant(), action.get());
      case Principal.User(var privileges) -> requirePrivilege(privileges, action.get());
      case Principal.Visitor _ -> {
        if (!(action.get() instanceof Action.DescribeAccount)) {
          throw forbidden("This needs an authorization.");
        }
      }
    }
  }

  /// Whether the principal may do something in a database.
  public static boolean allow(Principal principal, Action.UseDatabase action) {
    return switch (principal) {
      case Principal.KeyHolder(boolean readOnly) ->
          Privilege.Deed.of(readOnly).contains(action.deed());
      case Principal.User(var privileges) ->
          privileges.stream().anyMatch(privilege -> privilege.covers(action));
      case Principal.TokenHolder _, Principal.Visitor _ -> false;
    };
  }

  /// Who could see other keys, or tokens that allow to write, would not be a reader any more.
  private static void requireReadOnly(Action action) {
    boolean users =
        action instanceof Action.UseDatabase use && use.deed() == Privilege.Deed.HANDLE_USERS;
    if (action instanceof Action.HandleSecrets || users) {
      throw forbidden("A read-only key does not allow to see keys or permissions.");
    }
    if (action.effect() != Effect.READ) {
      throw forbidden("A read-only key does not allow to change anything.");
    }
  }

  private static void requireGranted(Grant grant, Action action) {
    switch (action) {
      case Action.DescribeAccount _ -> {
        // Clients with a token have to find their way, too.
      }
      case Action.HandleSecrets _, Action.ManageAccount _, Action.UseDatabase _ ->
          throw forbidden("A resource token does not reach beyond its container.");
      case Action.UseContainer use -> requireGranted(grant, use);
    }
  }

  private static void requireGranted(Grant grant, Action.UseContainer use) {
    if (use.container() == Grant.NO_CONTAINER || use.container() != grant.container()) {
      throw forbidden("The resource token is for another container.");
    }
    if (use.effect() != Effect.READ && !grant.writes()) {
      throw forbidden("The resource token allows to read only.");
    }
    switch (use.part()) {
      case Part.Definition _ -> {
        if (use.effect() != Effect.READ) {
          throw forbidden("A resource token does not allow to change this.");
        }
      }
      case Part.Items _ -> {
        requireWholeContainer(grant);
        requireKey(grant.partitionKey(), use.keys());
      }
      case Part.OneItem(String id) -> requireItem(grant, id, use.keys());
      case Part.Scripts _ -> {
        requireWholeContainer(grant);
        requireAllKeys(grant);
      }
      case Part.OneScript script -> requireScript(grant, script, use);
    }
  }

  /// What is not said database by database is the account's, and not a user's.
  private static void requirePrivilege(List<Privilege> privileges, Action action) {
    switch (action) {
      case Action.DescribeAccount _ -> {
        // Everybody has to find their way.
      }
      case Action.UseDatabase use -> {
        if (!allow(new Principal.User(privileges), use)) {
          throw forbidden("not authorized on %s".formatted(use.database().orElse("all databases")));
        }
      }
      case Action.HandleSecrets _, Action.ManageAccount _, Action.UseContainer _ ->
          throw forbidden("A user has no rights of the account.");
    }
  }

  private static void requireWholeContainer(Grant grant) {
    if (!(grant.target() instanceof Target.WholeContainer)) {
      throw outside(grant);
    }
  }

  /// Items of one id may exist under many keys, and a permission for one of them is for one: where
  /// it names no key, it is for the item without any.
  private static void requireItem(Grant grant, String id, Keys keys) {
    switch (grant.target()) {
      case Target.WholeContainer _ -> requireKey(grant.partitionKey(), keys);
      case Target.OneItem(String granted) -> {
        if (!granted.equals(id)) {
          throw outside(grant);
        }
        PartitionKey key = grant.partitionKey();
        requireKey(key == null ? PartitionKey.NONE : key, keys);
      }
      case Target.OneScript _ -> throw outside(grant);
    }
  }

  /// A script runs for whoever calls it, on their keys: one that is bound to a key may run it there
  /// but not change it.
  private static void requireScript(Grant grant, Part.OneScript script, Action.UseContainer use) {
    boolean named = grant.target().equals(new Target.OneScript(script.kind(), script.id()));
    if (!named) {
      requireWholeContainer(grant);
    }
    switch (use.effect()) {
      case EXECUTE -> requireKey(grant.partitionKey(), use.keys());
      case READ -> {
        if (!named) {
          requireAllKeys(grant);
        }
      }
      case WRITE -> requireAllKeys(grant);
    }
  }

  private static void requireAllKeys(Grant grant) {
    if (grant.partitionKey() != null) {
      throw otherKey(grant.partitionKey());
    }
  }

  /// @param granted null for all keys
  private static void requireKey(@Nullable PartitionKey granted, Keys keys) {
    if (granted == null) {
      return;
    }
    boolean inside =
        switch (keys) {
          case Keys.Any _ -> false;
          case Keys.Only(var asked) -> asked.stream().allMatch(key -> covers(granted, key));
        };
    if (!inside) {
      throw otherKey(granted);
    }
  }

  /// Whether a key is the one granted or, where that is the beginning of a hierarchical one, below
  /// it.
  private static boolean covers(PartitionKey granted, PartitionKey asked) {
    int levels = granted.size();
    if (levels == 0 || asked.size() <= levels) {
      return granted.equals(asked);
    }
    return granted.equals(new PartitionKey(asked.components().subList(0, levels)));
  }

  private static OrreryException outside(Grant grant) {
    return forbidden("The resource token is for %s only.".formatted(grant.resource()));
  }

  private static OrreryException otherKey(PartitionKey granted) {
    return forbidden(
        granted.equals(PartitionKey.NONE)
            ? "The permission is for one item and does not say under which partition key: it needs"
                + " a resourcePartitionKey."
            : "The resource token is for the partition key %s only.".formatted(granted));
  }

  private static OrreryException forbidden(String message) {
    return new OrreryException(ErrorCode.FORBIDDEN, message);
  }
}
