// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.api.table.tables.TableCatalog;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.gateway.view.ViewPage;
import io.orrery.gateway.view.ViewedItem;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Entities as texts: what the protocol stored is shown, and what is written is what it reads.
class TableViewTest {
  private final TableBed bed = TableBed.with("people");
  private final ItemTexts view = bed.door().view();

  @AfterEach
  void close() {
    bed.close();
  }

  private ContainerHandle table() {
    return bed.engine().gateway().container(TableCatalog.DATABASE, "people");
  }

  private RequestContext context() {
    return bed.engine().gateway().request(Duration.ofMinutes(1));
  }

  private ViewPage page(String filter) {
    return view.page(table(), filter, PageRequest.first(100), context());
  }

  private static void fails(ErrorCode code, ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            OrreryException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private static final String ALL_TYPES =
      "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"text\":\"<b>\",\"flag\":true,\"small\":1,"
          + "\"large@odata.type\":\"Edm.Int64\",\"large\":\"9007199254740993\","
          + "\"whole@odata.type\":\"Edm.Double\",\"whole\":2.0,\"part\":0.5,"
          + "\"time@odata.type\":\"Edm.DateTime\",\"time\":\"2026-11-16T10:00:00.1234567Z\","
          + "\"id@odata.type\":\"Edm.Guid\",\"id\":\"00112233-4455-6677-8899-aabbccddeeff\","
          + "\"bytes@odata.type\":\"Edm.Binary\",\"bytes\":\"AQID\"}";

  @Test
  void everyTypeIsShownAndComesBack() {
    bed.post("/people", ALL_TYPES).require(201);
    ViewedItem shown = page("").items().getFirst();
    assertThat(shown.faithful()).isTrue();
    assertThat(shown.text().replaceFirst("\"Timestamp\":\"[^\"]*\",", "")).isEqualTo(ALL_TYPES);
    String changed = shown.text().replace("\"small\":1", "\"small\":2");
    ViewedItem written = view.replace(table(), changed, shown.etag(), context());
    assertThat(written.text().replaceFirst("\"Timestamp\":\"[^\"]*\",", ""))
        .isEqualTo(ALL_TYPES.replace("\"small\":1", "\"small\":2"));
    assertThat(bed.get("/people(PartitionKey='p',RowKey='r')").require(200).header("etag"))
        .isEqualTo(written.etag());
  }

  @Test
  void pagesAndFiltersAreTheProtocols() {
    for (int i = 0; i < 12; i++) {
      view.create(
          table(),
          "{\"PartitionKey\":\"p%d\",\"RowKey\":\"r%02d\",\"n\":%d}".formatted(i % 2, i, i),
          context());
    }
    List<String> seen = new ArrayList<>();
    String place = null;
    do {
      ViewPage page = view.page(table(), "", new PageRequest(5, place), context());
      page.items().forEach(item -> seen.add(item.text()));
      place = page.continuation().orElse(null);
    } while (place != null);
    assertThat(seen).hasSize(12).doesNotHaveDuplicates();
    assertThat(page("PartitionKey eq 'p1' and n gt 4").items()).hasSize(4);
    fails(ErrorCode.INVALID_ARGUMENT, () -> page("n like 1"));
  }

  @Test
  void whoeverWasFasterIsNotOverwritten() {
    String text = "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"n\":1}";
    ViewedItem seen = view.create(table(), text, context());
    fails(ErrorCode.CONFLICT, () -> view.create(table(), text, context()));
    view.replace(table(), text.replace(":1", ":2"), seen.etag(), context());
    fails(
        ErrorCode.PRECONDITION_FAILED,
        () -> view.replace(table(), text.replace(":1", ":3"), seen.etag(), context()));
    fails(ErrorCode.PRECONDITION_FAILED, () -> view.delete(table(), text, seen.etag(), context()));
    ViewedItem now = page("").items().getFirst();
    assertThat(now.text()).contains("\"n\":2");
    view.delete(table(), now.text(), now.etag(), context());
    assertThat(page("").items()).isEmpty();
    fails(
        ErrorCode.INVALID_ARGUMENT,
        () -> view.create(table(), "{\"PartitionKey\":\"p\"}", context()));
  }
}
