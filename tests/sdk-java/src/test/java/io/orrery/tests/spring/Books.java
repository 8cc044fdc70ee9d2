// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.spring;

import com.azure.spring.data.cosmos.repository.CosmosRepository;
import com.azure.spring.data.cosmos.repository.Query;
import java.util.List;
import org.springframework.data.repository.query.Param;

/// A repository as applications write them: Spring makes queries of the names.
public interface Books extends CosmosRepository<Book, String> {
  List<Book> findByAuthor(String author);

  List<Book> findByYearBetweenOrderByYearDesc(int from, int to);

  List<Book> findByTitleStartingWith(String prefix);

  List<Book> findByTitleContainingIgnoreCase(String part);

  long countByAuthor(String author);

  boolean existsByTitle(String title);

  @Query("SELECT * FROM b WHERE b.year > @year AND ARRAY_CONTAINS(@authors, b.author)")
  List<Book> newerBy(@Param("year") int year, @Param("authors") List<String> authors);
}
