/// The SQL API against its floor and its peer: the server as people run it, a bare Netty server,
/// raw RocksDB and an emulator from npm, each in a process of its own, measured in turns.
@NullMarked
package io.orrery.bench.sql;

import org.jspecify.annotations.NullMarked;
