// SPDX-License-Identifier: Apache-2.0
/// What a request asks for: [io.orrery.api.mongo.command.CommandTable] has every command by its
/// name and reads its arguments once, into one [io.orrery.api.mongo.command.MongoCommand]. What it
/// needs the right to do follows from that, and so does what is done. An argument that nobody reads
/// is refused, not ignored.
@NullMarked
package io.orrery.api.mongo.command;

import org.jspecify.annotations.NullMarked;
