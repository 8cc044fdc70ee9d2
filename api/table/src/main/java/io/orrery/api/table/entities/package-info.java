/// Entities: what clients send of them, how they are stored, and what is done with one.
@NullMarked
package io.orrery.api.table.entities;

import org.jspecify.annotations.NullMarked;
