// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk.example;

// readme: begin
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;

public class Example {
  public record Order(String id, String customer, double total) {}

  static Order order(String endpoint, String key) {
    try (CosmosClient client =
        new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode().buildClient()) {
      client.createDatabaseIfNotExists("shop");
      client.getDatabase("shop").createContainerIfNotExists("orders", "/customer");
      CosmosContainer orders = client.getDatabase("shop").getContainer("orders");

      orders.upsertItem(new Order("1", "anna", 12.5));
      return orders.readItem("1", new PartitionKey("anna"), Order.class).getItem();
    }
  }
}
// readme: end
