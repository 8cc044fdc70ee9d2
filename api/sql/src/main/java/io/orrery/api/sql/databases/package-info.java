/// Databases as the SQL API shows them.
@NullMarked
package io.orrery.api.sql.databases;

import org.jspecify.annotations.NullMarked;
