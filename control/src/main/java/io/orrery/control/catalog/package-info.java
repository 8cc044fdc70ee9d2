/// Where the records of the catalog lie in META, for everything that keeps some there.
@NullMarked
package io.orrery.control.catalog;

import org.jspecify.annotations.NullMarked;
