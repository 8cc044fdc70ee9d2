// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Outcomes of statements that may come again, each written together with its effect
/// (docs/adr/0023). A receipt is an item that is no document: its body is an array.
public final class Receipts {
  /// Behind the keys of all ids.
  private static final int PREFIX = 0xFF;

  /// No number of a statement.
  private static final int WHOLE_TRANSACTION = -1;

  /// As long as a session lives without being used.
  private static final int KEPT_SECONDS = (int) Duration.ofMinutes(30).toSeconds();

  /// What became of some statements.
  ///
  /// @param statements how many, from the first on
  /// @param outcome what else is to be answered; null if nothing
  public record Receipt(long statements, Value outcome) {}

  private final Gateway gateway;

  public Receipts(Gateway gateway) {
    this.gateway = gateway;
  }

  /// What is written with the effect; it collides with the receipt of a statement done before.
  ///
  /// @param partition where the effect is
  public static Operation write(
      ContainerHandle collection,
      PartitionKey partition,
      Retry retry,
      int statement,
      Receipt receipt) {
    Value body = new Value.Array(List.of(new Value.Int64(receipt.statements()), receipt.outcome()));
    return new Operation.Create(
        key(collection, partition, retry, statement),
        new NewItem(StoredItems.encode(body), KEPT_SECONDS, false));
  }

  /// The receipt of a whole transaction, in the logical partition of one of its documents.
  public static Operation ofTransaction(ItemKey document, Retry transaction) {
    Value body = new Value.Array(List.of(new Value.Int64(1), Value.Null.NULL));
    return new Operation.Create(
        document.withRowKey(rowOfTransaction(transaction)),
        new NewItem(StoredItems.encode(body), KEPT_SECONDS, false));
  }

  public static byte[] rowOfTransaction(Retry transaction) {
    return row(transaction, WHOLE_TRANSACTION);
  }

  private static ItemKey key(
      ContainerHandle collection, PartitionKey partition, Retry retry, int statement) {
    return collection.key(partition, row(retry, retry.first() + statement));
  }

  private static byte[] row(Retry retry, int statement) {
    ByteWriter out = new ByteWriter(64);
    out.writeByte(PREFIX).writeBlock(retry.session()).writeLong(retry.number());
    return out.writeInt(statement).toByteArray();
  }

  /// The receipt of a statement, if it was done before.
  public Optional<Receipt> find(
      ContainerHandle collection,
      PartitionKey partition,
      Retry retry,
      int statement,
      RequestContext context) {
    return gateway
        .find(collection, key(collection, partition, retry, statement), context)
        .item()
        .map(item -> read(StoredItems.decode(item.body())));
  }

  private static Receipt read(Value body) {
    if (body instanceof Value.Array(List<Value> parts)
        && parts.size() == 2
        && parts.getFirst() instanceof Value.Int64(long statements)) {
      return new Receipt(statements, parts.getLast());
    }
    throw OrreryException.corrupted("a receipt of a write has another form");
  }
}
