/// The engine in one process against what it is built on: raw RocksDB, in the same run.
@NullMarked
package io.orrery.bench.engine;

import org.jspecify.annotations.NullMarked;
