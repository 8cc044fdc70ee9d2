/// The door of the Table API: OData over HTTP as Azure Tables and the Table API of Cosmos DB speak
/// it. [io.orrery.api.table.TableDoor] is where requests arrive; what they mean is in
/// [io.orrery.api.table.TableDispatch]. See docs/adr/0022.
@NullMarked
package io.orrery.api.table;

import org.jspecify.annotations.NullMarked;
