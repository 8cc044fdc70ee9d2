/// Who sends a request, by the signatures of this protocol ([Authentication]), and what it does in
/// a container ([ContainerUse]). Whether they may is decided in [io.orrery.gateway.access].
@NullMarked
package io.orrery.api.sql.auth;

import org.jspecify.annotations.NullMarked;
