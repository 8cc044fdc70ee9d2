/// What a door notes for itself on this machine, so that it knows it when it starts again.
@NullMarked
package io.orrery.gateway.note;

import org.jspecify.annotations.NullMarked;
