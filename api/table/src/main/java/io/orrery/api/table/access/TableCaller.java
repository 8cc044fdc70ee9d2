// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

import io.orrery.api.table.entities.EntityChange;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Rights;
import io.orrery.plan.expression.PlanExpression;
import org.jspecify.annotations.Nullable;

/// Who sent a request: somebody with a key, or with a signature that somebody with a key made.
public sealed interface TableCaller {

  /// Fails with AuthorizationFailure or AuthorizationPermissionMismatch unless the caller may do
  /// this.
  void require(TableUse use);

  /// What of a table the caller may see in queries; null for everything.
  default @Nullable PlanExpression visible() {
    return null;
  }

  /// Has one of the account's keys.
  record KeyCaller(Principal principal) implements TableCaller {
    @Override
    public void require(TableUse use) {
      Rights.require(principal, use::action);
    }
  }

  /// Has a signature for the account.
  ///
  /// @param permissions letters: read, add, update, delete, list, create, write
  /// @param types letters: of services, containers (tables), objects (entities)
  record AccountSignature(Principal signer, String permissions, String types)
      implements TableCaller {
    @Override
    public void require(TableUse use) {
      Rights.require(signer, use::action);
      switch (use) {
        case TableUse.Service(boolean writes) -> needs("s", writes ? "w" : "r");
        case TableUse.ListTables _ -> needs("c", "l");
        case TableUse.CreateTable _ -> needs("c", "cw");
        case TableUse.DeleteTable _ -> needs("c", "d");
        case TableUse.Policies(boolean writes) -> needs("c", writes ? "w" : "r");
        case TableUse.Query _, TableUse.Read _ -> needs("o", "r");
        case TableUse.Change(_, var changes) -> {
          for (EntityChange change : changes) {
            for (String letter : letters(change)) {
              needs("o", letter);
            }
          }
        }
      }
    }

    /// @param anyOf one of these letters must be among the permissions
    private void needs(String type, String anyOf) {
      if (!types.contains(type)) {
        throw new TableRefusal(
            TableError.AUTHORIZATION_FAILURE,
            "The signed resource types '%s' do not include this one ('%s')."
                .formatted(types, type));
      }
      requireOne(permissions, anyOf);
    }
  }

  /// Has a signature for entities of one table.
  ///
  /// @param table in lower case, as it is signed
  record TableSignature(Principal signer, String table, String permissions, SignedKeys keys)
      implements TableCaller {
    @Override
    public void require(TableUse use) {
      Rights.require(signer, use::action);
      switch (use) {
        case TableUse.Query(String name) -> requireTable(name, "r");
        case TableUse.Read(String name, var key) -> {
          requireTable(name, "r");
          keys.require(key);
        }
        case TableUse.Change(String name, var changes) -> {
          for (EntityChange change : changes) {
            for (String letter : letters(change)) {
              requireTable(name, letter);
            }
            keys.require(change.key());
          }
        }
        case TableUse.Service _,
            TableUse.ListTables _,
            TableUse.CreateTable _,
            TableUse.DeleteTable _,
            TableUse.Policies _ ->
            throw new TableRefusal(
                TableError.AUTHORIZATION_FAILURE,
                "A signature for a table allows nothing but its entities.");
      }
    }

    private void requireTable(String name, String letter) {
      if (!name.equalsIgnoreCase(table)) {
        throw new TableRefusal(
            TableError.AUTHORIZATION_FAILURE, "The signature is for another table.");
      }
      requireOne(permissions, letter);
    }

    @Override
    public @Nullable PlanExpression visible() {
      return keys.condition();
    }
  }

  /// What a change needs; what may insert and replace needs both.
  private static String[] letters(EntityChange change) {
    return switch (change) {
      case EntityChange.Insert _ -> new String[] {"a"};
      case EntityChange.Replace(_, var precondition) -> update(precondition.inserts());
      case EntityChange.Merge(_, var precondition) -> update(precondition.inserts());
      case EntityChange.Delete _ -> new String[] {"d"};
    };
  }

  private static String[] update(boolean inserts) {
    return inserts ? new String[] {"a", "u"} : new String[] {"u"};
  }

  private static void requireOne(String permissions, String anyOf) {
    if (anyOf.chars().noneMatch(letter -> permissions.indexOf(letter) >= 0)) {
      throw new TableRefusal(
          TableError.AUTHORIZATION_PERMISSION_MISMATCH,
          ("This request is not authorized to perform this operation using this permission: '%s' is"
                  + " needed, '%s' are signed.")
              .formatted(anyOf, permissions));
    }
  }
}
