// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.spring;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;

/// An entity of the repository under test.
@Container(containerName = "books")
public class Book {
  @Id private String id = "";
  @PartitionKey private String author = "";
  private String title = "";
  private int year;
  // Spring looks for the name that the server gives it.
  @Version private @Nullable String _etag;

  public Book() {}

  Book(String id, String author, String title, int year) {
    this.id = id;
    this.author = author;
    this.title = title;
    this.year = year;
  }

  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  public String getAuthor() {
    return author;
  }

  public void setAuthor(String author) {
    this.author = author;
  }

  public String getTitle() {
    return title;
  }

  public void setTitle(String title) {
    this.title = title;
  }

  public @Nullable String get_etag() {
    return _etag;
  }

  public void set_etag(@Nullable String etag) {
    _etag = etag;
  }

  public int getYear() {
    return year;
  }

  public void setYear(int year) {
    this.year = year;
  }
}
