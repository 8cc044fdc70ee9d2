/// Documents for people who look from outside of the protocol: MongoDB's extended JSON
/// ([ExtendedJsonText], [ExtendedJsonReader]), and collections in it ([CollectionView]).
@NullMarked
package io.orrery.api.mongo.view;

import org.jspecify.annotations.NullMarked;
