/// Benchmarks that decisions rest on; each is named by a record under `docs/adr`.
@NullMarked
package io.orrery.bench;

import org.jspecify.annotations.NullMarked;
