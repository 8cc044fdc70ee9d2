// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.spring.data.cosmos.config.AbstractCosmosConfiguration;
import com.azure.spring.data.cosmos.core.query.CosmosPageRequest;
import com.azure.spring.data.cosmos.exception.CosmosPreconditionFailedException;
import com.azure.spring.data.cosmos.repository.config.EnableCosmosRepositories;
import io.orrery.testkit.ServerProcess;
import io.orrery.tests.sdk.JavaClients;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Sort;

/// A small repository of Spring Data for Azure Cosmos DB, unmodified.
class SpringDataIT {
  @TempDir private static Path directory;
  private static ServerProcess server;
  private static AnnotationConfigApplicationContext context;
  private static Books books;

  @Configuration
  @EnableCosmosRepositories(basePackageClasses = Books.class, considerNestedRepositories = true)
  static class Store extends AbstractCosmosConfiguration {
    @Bean
    CosmosClientBuilder cosmosClientBuilder() {
      return JavaClients.of(server);
    }

    @Override
    protected String getDatabaseName() {
      return "library";
    }
  }

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory");
    context = new AnnotationConfigApplicationContext(Store.class);
    books = context.getBean(Books.class);
    List<Book> all = new ArrayList<>();
    all.add(new Book("1", "Lem", "Solaris", 1961));
    all.add(new Book("2", "Lem", "The Cyberiad", 1965));
    all.add(new Book("3", "Le Guin", "The Dispossessed", 1974));
    all.add(new Book("4", "Le Guin", "The Left Hand of Darkness", 1969));
    all.add(new Book("5", "Strugatsky", "Roadside Picnic", 1972));
    books.saveAll(all);
  }

  @AfterAll
  static void stop() {
    context.close();
    server.close();
  }

  private static List<String> titles(Iterable<Book> found) {
    List<String> titles = new ArrayList<>();
    found.forEach(book -> titles.add(book.getTitle()));
    return titles;
  }

  @Test
  void findsBySpellingQueriesInNames() {
    assertThat(titles(books.findByAuthor("Lem")))
        .containsExactlyInAnyOrder("Solaris", "The Cyberiad");
    assertThat(titles(books.findByYearBetweenOrderByYearDesc(1964, 1972)))
        .containsExactly("Roadside Picnic", "The Left Hand of Darkness", "The Cyberiad");
    assertThat(titles(books.findByTitleStartingWith("The "))).hasSize(3);
    assertThat(titles(books.findByTitleContainingIgnoreCase("DARK")))
        .containsExactly("The Left Hand of Darkness");
    assertThat(books.countByAuthor("Le Guin")).isEqualTo(2);
    assertThat(books.existsByTitle("Solaris")).isTrue();
    assertThat(books.existsByTitle("Nemesis")).isFalse();
    assertThat(titles(books.newerBy(1965, List.of("Lem", "Strugatsky"))))
        .containsExactly("Roadside Picnic");
  }

  @Test
  void pagesAndSorts() {
    assertThat(titles(books.findAll(Sort.by("year"))))
        .containsExactly(
            "Solaris",
            "The Cyberiad",
            "The Left Hand of Darkness",
            "Roadside Picnic",
            "The Dispossessed");
    Page<Book> first = books.findAll(new CosmosPageRequest(0, 2, null, Sort.by("year")));
    assertThat(titles(first)).containsExactly("Solaris", "The Cyberiad");
    assertThat(first.getTotalElements()).isEqualTo(5);
    assertThat(titles(books.findAll(first.nextPageable())))
        .containsExactly("The Left Hand of Darkness", "Roadside Picnic");
  }

  @Test
  void savesChangesAndDeletes() {
    Book book = books.save(new Book("6", "Butler", "Kindred", 1979));
    book.setYear(1980);
    Book changed = books.save(book);
    assertThat(books.findByAuthor("Butler").getFirst().getYear()).isEqualTo(1980);
    assertThatThrownBy(() -> books.delete(book))
        .isInstanceOf(CosmosPreconditionFailedException.class);
    books.delete(changed);
    assertThat(books.findByAuthor("Butler")).isEmpty();
    assertThat(books.count()).isEqualTo(5);
  }
}
