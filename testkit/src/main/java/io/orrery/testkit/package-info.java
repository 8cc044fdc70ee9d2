/// Fixtures for tests. Start at [ServerProcess].
@NullMarked
package io.orrery.testkit;

import org.jspecify.annotations.NullMarked;
