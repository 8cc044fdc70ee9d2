/// What is asked about the service and about tables in XML: properties, statistics, and policies of
/// access.
@NullMarked
package io.orrery.api.table.service;

import org.jspecify.annotations.NullMarked;
