/// Who sends a request, and what it does in the words of rights: keys of the account and shared
/// access signatures.
@NullMarked
package io.orrery.api.table.access;

import org.jspecify.annotations.NullMarked;
