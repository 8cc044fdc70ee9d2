// SPDX-License-Identifier: Apache-2.0
/// MongoDB's wire protocol by hand, for those who need what no driver does: to send what is wrong,
/// to have thousands of connections, or to cost next to nothing.
@NullMarked
package io.orrery.testkit.mongo;

import org.jspecify.annotations.NullMarked;
