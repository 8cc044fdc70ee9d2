/// Provisioned throughput: the headers that ask for it, and the offers that show it.
@NullMarked
package io.orrery.api.sql.offers;

import org.jspecify.annotations.NullMarked;
