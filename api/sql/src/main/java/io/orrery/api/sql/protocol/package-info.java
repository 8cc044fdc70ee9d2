/// The words of the SQL API: addresses, rids, etags, headers, requests, answers, errors. Start at
/// [ResourcePath] for what a client can address and at [Answer] for what it gets.
///
/// Nothing here knows what is behind an address.
@NullMarked
package io.orrery.api.sql.protocol;

import org.jspecify.annotations.NullMarked;
