/// What it costs to watch requests: the same point reads with the observer and without, in one
/// process and one run.
@NullMarked
package io.orrery.bench.observer;

import org.jspecify.annotations.NullMarked;
