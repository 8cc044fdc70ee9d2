/// Entities for people who look from outside of the protocol.
@NullMarked
package io.orrery.api.table.view;

import org.jspecify.annotations.NullMarked;
