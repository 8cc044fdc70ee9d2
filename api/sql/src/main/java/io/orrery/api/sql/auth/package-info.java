/// Who sends a request ([Authentication]) and whether they may ([Authorization]).
///
/// Every comparison of secrets takes the same time whatever they are.
@NullMarked
package io.orrery.api.sql.auth;

import org.jspecify.annotations.NullMarked;
