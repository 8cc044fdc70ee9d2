/// The client encryption keys of databases: data encryption keys as clients have wrapped them, with
/// what they need to unwrap them. Nothing here can, or looks inside.
@NullMarked
package io.orrery.control.encryption;

import org.jspecify.annotations.NullMarked;
