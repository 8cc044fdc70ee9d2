// SPDX-License-Identifier: Apache-2.0
// The example for JavaScript in README.md, which has the lines between the marks.
// readme: begin
import { CosmosClient } from "@azure/cosmos";

const client = new CosmosClient({
  endpoint: process.env.ORRERY_ENDPOINT ?? "http://localhost:8081",
  key: process.env.ORRERY_KEY ?? "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
});
const { database } = await client.databases.createIfNotExists({ id: "shop" });
const { container } = await database.containers.createIfNotExists({ id: "orders", partitionKey: "/customer" });

await container.items.upsert({ id: "1", customer: "anna", total: 12.5 });
const { resource } = await container.item("1", "anna").read();
console.log(`${resource.customer} owes ${resource.total}`);
// readme: end
client.dispose();
