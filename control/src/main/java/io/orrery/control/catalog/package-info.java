/// The catalog: a deterministic state machine over what there is, databases, containers and where
/// their partitions lie, account keys, users, permissions, scripts and client encryption keys
/// (docs/adr/0012).
///
/// Start at [Catalog], the seam: commands go in, outcomes come out, and what was applied can be
/// looked at. [CatalogCommand] is what it can be told, [CatalogMachine] what a command does,
/// [CatalogLayout] where it lies; [StoredCatalog] is the catalog that has one copy. What it
/// remembers are the records of `model/…/catalog`, which all rooms know.
///
/// No clock, no randomness and no iteration order that is not fixed takes part in applying a
/// command: the same commands give the same bytes, on one machine or on four.
@NullMarked
package io.orrery.control.catalog;

import org.jspecify.annotations.NullMarked;
