/// TCP on which every frame says how long it is. A door says how ([Framing], most often a
/// [LengthField]) and what it answers ([FramedDoor]); [FramedCodec] puts it on a port.
@NullMarked
package io.orrery.wire.framed;

import org.jspecify.annotations.NullMarked;
