/// Users of databases and their permissions, from which resource tokens come.
@NullMarked
package io.orrery.api.sql.access;

import org.jspecify.annotations.NullMarked;
