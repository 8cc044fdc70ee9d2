/// The portal: what a browser shows of the server. Its pages are built from `src/main/web` by npm
/// and lie in this module's jar; here they are handed out. They ask `/_orrery/api/v1` and the
/// public protocols for everything they show. Start reading at [io.orrery.portal.PortalDoor].
@NullMarked
package io.orrery.portal;

import org.jspecify.annotations.NullMarked;
