/// What there is, as every room speaks of it and the catalog stores it: databases, containers with
/// their definitions and partitions, users, permissions, scripts and keys.
///
/// Start at [Container] and [ContainerDefinition]. Where these records lie and how they change is
/// the catalog's business (`control/…/catalog`); doors get them from the gateway.
@NullMarked
package io.orrery.model.catalog;

import org.jspecify.annotations.NullMarked;
