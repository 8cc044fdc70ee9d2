/// What scripts cost, next to the same work without them.
@NullMarked
package io.orrery.bench.script;

import org.jspecify.annotations.NullMarked;
