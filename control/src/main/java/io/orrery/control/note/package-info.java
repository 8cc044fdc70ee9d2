/// What this machine notes for itself, beside the catalog and the partitions: nothing that others
/// rely on, and nothing that is replicated (docs/adr/0046).
@NullMarked
package io.orrery.control.note;

import org.jspecify.annotations.NullMarked;
