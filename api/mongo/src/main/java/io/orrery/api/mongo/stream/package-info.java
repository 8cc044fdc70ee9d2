// SPDX-License-Identifier: Apache-2.0
/// Change streams (docs/adr/0029): [io.orrery.api.mongo.stream.ChangeStreams] keeps those that are
/// open, [io.orrery.api.mongo.stream.OpenStream] reads the feeds of its collections, and
/// [io.orrery.api.mongo.stream.ChangeEvents] tells what a change was.
@NullMarked
package io.orrery.api.mongo.stream;

import org.jspecify.annotations.NullMarked;
