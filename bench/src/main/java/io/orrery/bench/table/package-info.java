/// The Table API next to Azurite, asked the same requests byte for byte.
@NullMarked
package io.orrery.bench.table;

import org.jspecify.annotations.NullMarked;
