/// Items as the API that they belong to sees them, for those who look from outside of its protocol:
/// the portal shows documents of collections and entities of tables without speaking either. Doors
/// make the views ([ItemTexts]); whoever shows them knows texts and etags only.
@NullMarked
package io.orrery.gateway.view;

import org.jspecify.annotations.NullMarked;
