/// What a partition can be told to do, and what it answers. Everything non-deterministic (time,
/// bodies) is decided before a command is made; the byte form is what a replicated log holds.
@NullMarked
package io.orrery.partition.command;

import org.jspecify.annotations.NullMarked;
