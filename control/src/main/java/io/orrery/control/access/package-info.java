/// Who may do what: the account's keys, and the users of databases with their permissions.
///
/// Start at [Access]. All of it is durable, under the catalog's prefix in META.
@NullMarked
package io.orrery.control.access;

import org.jspecify.annotations.NullMarked;
