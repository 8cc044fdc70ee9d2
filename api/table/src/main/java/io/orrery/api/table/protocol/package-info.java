/// The outside of the Table API: addresses, parameters, answers, errors and etags, in the words of
/// OData 3 as Azure Tables speaks it.
@NullMarked
package io.orrery.api.table.protocol;

import org.jspecify.annotations.NullMarked;
