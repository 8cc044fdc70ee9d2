/// Who the server says it is over TLS: a certificate of the user's ([OwnCertificate]), or one it
/// signs itself at its first start and keeps ([KeptCertificate]). The only package that knows
/// Bouncy Castle, and only where a certificate is made or an unusual key is read: loading its
/// classes takes longer than opening an empty database.
@NullMarked
package io.orrery.wire.tls;

import org.jspecify.annotations.NullMarked;
