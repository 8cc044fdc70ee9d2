// SPDX-License-Identifier: Apache-2.0
// Sends the same random requests to Orrery and to Azurite and compares the answers. See README.md.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import http from "node:http";

const setting = (name, standard) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? standard : process.argv[at + 1];
};
const total = Number(setting("requests", "10000"));
const seed = Number(setting("seed", "1"));
const ready = JSON.parse(readFileSync(setting("ready", "ready.json")));
const account = "devstoreaccount1";
const key = Buffer.from(
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
  "base64",
);
const orrery = new URL(ready.table);
const azurite = new URL(setting("azurite", "http://127.0.0.1:10002/"));
const agent = new http.Agent({ keepAlive: true });

let state = seed >>> 0;
function random(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}
const pick = (list) => list[random(list.length)];

function send(base, method, path, body, headers) {
  const full = `/${account}${path}`;
  const date = new Date().toUTCString();
  const mark = full.indexOf("?");
  const signed = `${date}\n/${account}${mark < 0 ? full : full.slice(0, mark)}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  const all = {
    "x-ms-date": date,
    "x-ms-version": "2019-02-02",
    accept: "application/json;odata=minimalmetadata",
    dataserviceversion: "3.0",
    authorization: `SharedKeyLite ${account}:${signature}`,
    "content-length": Buffer.byteLength(body),
    ...(body && { "content-type": "application/json" }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: base.hostname, port: base.port, method, path: full, headers: all, agent },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

const table = `diff${Date.now()}`;
const keys = ["a", "b", "O'B", "ü", "x y", ""];
const words = ["", "a", "ab", "b", "it's", "日本"];
const properties = ["s", "n", "d", "l", "b", "t", "g"];
function value(name) {
  switch (name) {
    case "s": return [pick(words), null];
    case "n": return [random(8) - 3, null];
    case "d": return [random(8) / 2 + 0.25, null];
    case "l": return [String(random(5)), "Edm.Int64"];
    case "b": return [random(2) === 0, null];
    case "t": return [`202${random(5)}-01-01T00:00:00Z`, "Edm.DateTime"];
    default: return [`00000000-0000-0000-0000-00000000000${random(4)}`, "Edm.Guid"];
  }
}
function entity(partition, row) {
  const result = partition === undefined ? {} : { PartitionKey: partition, RowKey: row };
  for (const name of properties) {
    if (random(2)) {
      const [json, type] = value(name);
      if (type) result[`${name}@odata.type`] = type;
      result[name] = json;
    }
  }
  return result;
}
const quote = (text) => encodeURIComponent(text.replaceAll("'", "''")).replaceAll("'", "%27");
const address = (partition, row) => `/${table}(PartitionKey='${quote(partition)}',RowKey='${quote(row)}')`;
function comparison() {
  const name = pick(["PartitionKey", "RowKey", ...properties]);
  const operator = pick(["eq", "ne", "lt", "le", "gt", "ge"]);
  const text = (each) => `'${each.replaceAll("'", "''")}'`;
  if (name.endsWith("Key")) return `${name} ${operator} ${text(pick(keys))}`;
  const [json, type] = value(name);
  const literal =
    type === "Edm.Int64" ? `${json}L`
    : type === "Edm.DateTime" ? `datetime'${json}'`
    : type === "Edm.Guid" ? `guid'${json}'`
    : typeof json === "string" ? text(json)
    : String(json);
  return type === "Edm.Guid" && operator !== "eq" && operator !== "ne"
    ? `${name} eq ${literal}`
    : `${name} ${operator} ${literal}`;
}
function filter(depth) {
  const choice = depth === 0 ? 9 : random(10);
  if (choice < 3) return `(${filter(depth - 1)} and ${filter(depth - 1)})`;
  if (choice < 5) return `(${filter(depth - 1)} or ${filter(depth - 1)})`;
  if (choice < 6) return `not (${filter(depth - 1)})`;
  return comparison();
}

const etags = new Map();
function change() {
  const partition = pick(keys);
  const row = pick(keys);
  const place = address(partition, row);
  const known = etags.get(place);
  const match = pick(["none", "any", "known", "old"]);
  const ifMatch = (which) =>
    match === "none" ? {}
    : match === "any" ? { "if-match": "*" }
    : match === "known" && known ? { "if-match": known[which] }
    : { "if-match": "W/\"datetime'2020-01-01T00%3A00%3A00.0000000Z'\"" };
  return { partition, row, place, ifMatch };
}
function operation() {
  const { partition, row, place, ifMatch } = change();
  switch (random(9)) {
    case 0:
    case 1: {
      const body = JSON.stringify(entity(partition, row));
      const prefer = pick(["return-no-content", "return-content"]);
      return { place, make: () => ["POST", `/${table}`, body, { prefer }] };
    }
    case 2:
      return { place, make: () => ["GET", place, "", {}] };
    case 3:
    case 4: {
      const body = JSON.stringify(entity());
      const method = pick(["PUT", "PATCH", "MERGE"]);
      return { place, make: (which) => [method, place, body, ifMatch(which)] };
    }
    case 5: {
      const headers = ifMatch(0);
      return Object.keys(headers).length === 0
        ? { place, make: () => ["GET", place, "", {}] } // both refuse, with codes of their own
        : { place, make: (which) => ["DELETE", place, "", ifMatch(which)] };
    }
    default: {
      const text = random(12) === 0 ? "" : filter(3);
      return { make: () => ["GET", `/${table}()?$filter=${encodeURIComponent(text)}`, "", {}], text };
    }
  }
}

const plain = (each) =>
  Object.fromEntries(
    Object.entries(each)
      .filter(([name]) => !name.startsWith("odata.") && !name.startsWith("Timestamp"))
      .map(([name, json]) => [name, name === "t" ? new Date(json).toISOString() : json])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
function essence(answer) {
  let json;
  try {
    json = answer.text ? JSON.parse(answer.text) : {};
  } catch {
    json = {};
  }
  if (json["odata.error"]) return { status: answer.status, code: json["odata.error"].code };
  if (json.value) return { status: answer.status, rows: json.value.map(plain) };
  return { status: answer.status, body: plain(json), etag: Boolean(answer.headers.etag) };
}

for (const base of [orrery, azurite]) {
  const made = await send(base, "POST", "/Tables", JSON.stringify({ TableName: table }), {
    "x-ms-offer-throughput": "1000000",
  });
  if (made.status !== 201) throw new Error(`${base}: ${made.status} ${made.text}`);
}
let differences = 0;
const seen = new Map();
for (let i = 0; i < total; i++) {
  const next = operation();
  const answers = [];
  for (const [which, base] of [orrery, azurite].entries()) {
    const [method, path, body, headers] = next.make(which);
    const answer = await send(base, method, path, body, headers);
    answers.push([answer, essence(answer), method, path, body, headers]);
  }
  const [ours, theirs] = answers;
  if (next.place && ours[0].headers.etag && theirs[0].headers.etag)
    etags.set(next.place, [ours[0].headers.etag, theirs[0].headers.etag]);
  const kind = `${ours[2]} ${ours[1].status}${ours[1].rows?.length ? " with rows" : ""}`;
  seen.set(kind, (seen.get(kind) ?? 0) + 1);
  const [a, b] = [JSON.stringify(ours[1]), JSON.stringify(theirs[1])];
  if (a !== b) {
    differences++;
    if (differences <= Number(setting("show", "20")))
      console.log(
        `#${i} ${ours[2]} ${decodeURIComponent(ours[3])} ${ours[4]} ${JSON.stringify(ours[5])}\n  orrery  ${a}\n  azurite ${b}`,
      );
  }
}
console.log([...seen].sort().map(([kind, count]) => `${kind}: ${count}`).join(", "));
console.log(`${total} requests to each, seed ${seed}: ${differences} differences`);
agent.destroy();
process.exitCode = differences === 0 ? 0 : 1;
