/// What several benchmarks use: items, a client that costs next to nothing, servers in processes of
/// their own.
@NullMarked
package io.orrery.bench.load;

import org.jspecify.annotations.NullMarked;
