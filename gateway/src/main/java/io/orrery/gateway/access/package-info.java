/// Who may do what, for every protocol alike. A door finds out who sends a request ([Principal],
/// with the help of [Credentials]) and what the request does ([Action]); [Rights] has the one rule
/// that decides whether this principal may do that.
///
/// Every comparison of secrets takes the same time whatever they are.
@NullMarked
package io.orrery.gateway.access;

import org.jspecify.annotations.NullMarked;
