/// Connections on which messages go both ways and a door keeps what it knows of its client: the
/// half that length-framed TCP and WebSocket have in common.
///
/// A door is a [Conversation] per connection and answers through its [Client]. The rest is
/// [OpenConversation]: who runs when, and when a client is not read from.
@NullMarked
package io.orrery.wire.conversation;

import org.jspecify.annotations.NullMarked;
