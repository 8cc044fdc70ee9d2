/// What is measured of several servers alike: operations, each server's language, and the requests
/// that follow from them. Start with [io.orrery.bench.cells.Operation].
@NullMarked
package io.orrery.bench.cells;

import org.jspecify.annotations.NullMarked;
