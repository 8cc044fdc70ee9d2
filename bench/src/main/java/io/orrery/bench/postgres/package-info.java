/// A PostgreSQL of the machine, with the same documents as JSONB, asked by the same client as the
/// others in its own protocol.
@NullMarked
package io.orrery.bench.postgres;

import org.jspecify.annotations.NullMarked;
