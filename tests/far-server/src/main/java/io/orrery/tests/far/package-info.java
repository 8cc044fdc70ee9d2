// SPDX-License-Identifier: Apache-2.0
/// The program that tests start instead of the server when an imaginary network is to lie between
/// gateway and partitions. A module of its own, since the testkit cannot depend on the server and
/// the modules with real clients must not see each other's classes.
@NullMarked
package io.orrery.tests.far;

import org.jspecify.annotations.NullMarked;
