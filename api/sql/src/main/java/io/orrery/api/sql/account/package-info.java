/// The account itself: the document every SDK reads first, and the pages for people.
@NullMarked
package io.orrery.api.sql.account;

import org.jspecify.annotations.NullMarked;
