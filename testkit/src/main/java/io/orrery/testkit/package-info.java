/// Fixtures for tests. Start at [ServerProcess], the real server, or at [LocalEngine], the rooms
/// below it in this process.
@NullMarked
package io.orrery.testkit;

import org.jspecify.annotations.NullMarked;
