/// Orrery's own calls under `/_orrery/api/v1/`, for its portal, its command line and tests.
@NullMarked
package io.orrery.api.sql.management;

import org.jspecify.annotations.NullMarked;
