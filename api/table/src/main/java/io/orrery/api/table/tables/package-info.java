/// Tables: containers of one database, made and listed here, and found for requests about their
/// entities.
@NullMarked
package io.orrery.api.table.tables;

import org.jspecify.annotations.NullMarked;
