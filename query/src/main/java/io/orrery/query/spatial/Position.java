// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

/// A place on the earth, in degrees, or on a plane, where these are x and y.
public record Position(double longitude, double latitude) {}
