/// JSON text of small documents, for every room that reads or writes some.
@NullMarked
package io.orrery.model.json;

import org.jspecify.annotations.NullMarked;
