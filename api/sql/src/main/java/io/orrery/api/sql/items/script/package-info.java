/// Scripts at work on items: stored procedures, and triggers in the transaction of their operation.
/// [io.orrery.api.sql.items.script.TransactionHost] is what they see of the data.
@NullMarked
package io.orrery.api.sql.items.script;

import org.jspecify.annotations.NullMarked;
