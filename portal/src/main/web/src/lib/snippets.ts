// A file of its own, since a test compiles and runs it with the SDK.
import JAVA from '../snippets/hello-java.txt?raw';

export interface Snippet {
  language: string;
  needs: string;
  text: string;
}

/** `AccountEndpoint=…;AccountKey=…;` taken apart. */
export function account(connectionString: string): { endpoint: string; key: string } {
  return {
    endpoint: /AccountEndpoint=([^;]*);/.exec(connectionString)?.[1] ?? '',
    key: /AccountKey=([^;]*);/.exec(connectionString)?.[1] ?? '',
  };
}

/** Programs that run as they stand; all of them in gateway mode. */
export function snippets(sql: string | undefined, mongo: string | undefined): Snippet[] {
  const all: Snippet[] = [];
  if (sql) {
    all.push(...sqlSnippets(account(sql)));
  }
  if (mongo) {
    all.push({
      language: 'mongosh',
      needs: 'mongosh',
      text: `mongosh '${mongo}' --eval '
  const orders = db.getSiblingDB("bazaar").orders;
  orders.insertOne({ customer: "ada", total: 12.5 });
  printjson(orders.find({ customer: "ada" }).toArray());'`,
    });
  }
  return all;
}

function sqlSnippets({ endpoint, key }: { endpoint: string; key: string }): Snippet[] {
  return [
    {
      language: 'JavaScript',
      needs: 'npm install @azure/cosmos',
      text: `import { CosmosClient } from '@azure/cosmos';

const client = new CosmosClient({
  endpoint: '${endpoint}',
  key: '${key}',
});
const { database } = await client.databases.createIfNotExists({ id: 'shop' });
const { container } = await database.containers.createIfNotExists({
  id: 'orders',
  partitionKey: '/customerId',
});
await container.items.upsert({ id: '1', customerId: 'ada', total: 12.5 });
const { resources } = await container.items
  .query({ query: 'SELECT * FROM c WHERE c.customerId = @c', parameters: [{ name: '@c', value: 'ada' }] })
  .fetchAll();
console.log(resources);`,
    },
    {
      language: 'Java',
      needs:
        'com.azure:azure-cosmos; over http also -DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true',
      text: JAVA.trimEnd()
        .replace('ENDPOINT', () => endpoint)
        .replace('KEY', () => key),
    },
    {
      language: 'Python',
      needs: 'pip install azure-cosmos',
      text: `from azure.cosmos import CosmosClient, PartitionKey

client = CosmosClient("${endpoint}", "${key}")
shop = client.create_database_if_not_exists("shop")
orders = shop.create_container_if_not_exists("orders", PartitionKey("/customerId"))
orders.upsert_item({"id": "1", "customerId": "ada", "total": 12.5})
for item in orders.query_items("SELECT * FROM c", enable_cross_partition_query=True):
    print(item)`,
    },
    {
      language: 'C#',
      needs: 'dotnet add package Microsoft.Azure.Cosmos',
      text: `using Microsoft.Azure.Cosmos;

using var client = new CosmosClient(
    "${endpoint}", "${key}",
    new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway, LimitToEndpoint = true });
Database shop = await client.CreateDatabaseIfNotExistsAsync("shop");
Container orders = await shop.CreateContainerIfNotExistsAsync("orders", "/customerId");
await orders.UpsertItemAsync(new { id = "1", customerId = "ada", total = 12.5 }, new PartitionKey("ada"));`,
    },
  ];
}
