/// What there is: databases, containers and where their partitions lie, account keys, users and
/// permissions, scripts and client encryption keys, and how each of them is stored.
@NullMarked
package io.orrery.control.catalog;

import org.jspecify.annotations.NullMarked;
