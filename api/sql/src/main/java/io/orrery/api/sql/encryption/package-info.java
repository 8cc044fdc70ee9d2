/// The client encryption keys of databases. Clients wrap, unwrap, encrypt and decrypt; the server
/// keeps what they need for it and never sees a key.
@NullMarked
package io.orrery.api.sql.encryption;

import org.jspecify.annotations.NullMarked;
