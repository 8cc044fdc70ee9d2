// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.Item;
import io.orrery.model.container.RequestCharge;
import java.util.Optional;

/// What a point read found, what it cost, and what the client has seen with it.
public record ReadResult(Optional<Item> item, RequestCharge charge, SessionToken session) {}
