// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.view;

import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.write.EditedDocuments;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.gateway.view.ViewPage;
import io.orrery.gateway.view.ViewedItem;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The documents of collections in extended JSON; filters are MongoDB's, in the same form.
public final class CollectionView implements ItemTexts {
  private static final Value.Document NONE = new Value.Document(new LinkedHashMap<>());
  private static final Pattern ETAG = Pattern.compile("(\\d{1,18})\\.(\\d{1,5})");

  private final DocumentReads reads;
  private final EditedDocuments writes;

  public CollectionView(DocumentReads reads, EditedDocuments writes) {
    this.reads = reads;
    this.writes = writes;
  }

  @Override
  public ViewPage page(
      ContainerHandle collection, String filter, PageRequest wanted, RequestContext context) {
    Value.Document condition = filter.isBlank() ? NONE : ExtendedJsonReader.document(filter);
    DocumentReads.Rows rows =
        reads.page(collection, new Selection(condition, NONE, 0, Long.MAX_VALUE), wanted, context);
    return new ViewPage(rows.rows().stream().map(row -> viewed(row.item())).toList(), rows.next());
  }

  private static ViewedItem viewed(Item item) {
    return viewed((Value.Document) StoredItems.decode(item.body()), item.version());
  }

  private static ViewedItem viewed(Value.Document document, ItemVersion version) {
    String text = ExtendedJsonText.of(document);
    return new ViewedItem(text, version.toString(), isFaithful(document, text));
  }

  /// Not of a document in which something looks like the text of another type, and not where bits
  /// have no text.
  private static boolean isFaithful(Value.Document document, String text) {
    try {
      return ExtendedJsonReader.document(text).equals(document);
    } catch (OrreryException _) {
      return false;
    }
  }

  @Override
  public ViewedItem create(ContainerHandle collection, String text, RequestContext context) {
    return viewed(writes.create(collection, ExtendedJsonReader.document(text), context));
  }

  @Override
  public ViewedItem replace(
      ContainerHandle collection, String text, String etag, RequestContext context) {
    return viewed(
        writes.replace(collection, ExtendedJsonReader.document(text), version(etag), context));
  }

  @Override
  public void delete(ContainerHandle collection, String text, String etag, RequestContext context) {
    writes.delete(collection, ExtendedJsonReader.document(text), version(etag), context);
  }

  private static ItemVersion version(String etag) {
    Matcher parts = ETAG.matcher(etag);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > ItemVersion.INDEX_MAX) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The etag is not one that was handed out.");
    }
    return new ItemVersion(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)));
  }
}
