/// Containers: their addresses ([Containers]), and the body that defines one ([ContainerBody]) with
/// its policies.
///
/// A body is checked whole and kept as the client will see it again, with defaults filled in, in
/// the definition's properties; what the engine needs of it is translated beside that.
@NullMarked
package io.orrery.api.sql.containers;

import org.jspecify.annotations.NullMarked;
