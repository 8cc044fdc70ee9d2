/// The value model shared by all five APIs: JSON, and the further types their protocols need.
@NullMarked
package io.orrery.model.value;

import org.jspecify.annotations.NullMarked;
