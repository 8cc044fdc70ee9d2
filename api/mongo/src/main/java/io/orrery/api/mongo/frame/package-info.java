// SPDX-License-Identifier: Apache-2.0
/// Messages of the wire protocol: [io.orrery.api.mongo.frame.RequestDecoder] makes a
/// [io.orrery.api.mongo.frame.WireRequest] of the bytes of one, whichever opcode it has and however
/// it is compressed; [io.orrery.api.mongo.frame.ReplyEncoder] answers it in kind. A message that is
/// none ends the connection: its length was right, but nobody can tell what the client waits for.
@NullMarked
package io.orrery.api.mongo.frame;

import org.jspecify.annotations.NullMarked;
