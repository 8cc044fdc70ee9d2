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
const properties = ["s", "n", "d", "w", "l", "b", "t", "g", "x"];
function value(name) {
  switch (name) {
    case "w": return [random(4), "Edm.Double"];
    case "x": return [Buffer.from(pick(words)).toString("base64"), "Edm.Binary"];
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
    : type === "Edm.Double" ? `${json}.0`
    : type === "Edm.Binary" ? `X'${Buffer.from(json, "base64").toString("hex")}'`
    : type === "Edm.DateTime" ? `datetime'${json}'`
    : type === "Edm.Guid" ? `guid'${json}'`
    : typeof json === "string" ? text(json)
    : String(json);
  return (type === "Edm.Guid" || type === "Edm.Binary") && operator !== "eq" && operator !== "ne"
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
function change(named) {
  const partition = pick(keys);
  const row = pick(keys);
  const place = named ?? address(partition, row);
  const known = etags.get(place);
  const match = pick(["none", "any", "known", "old"]);
  const ifMatch = (which) =>
    match === "none" ? {}
    : match === "any" ? { "if-match": "*" }
    : match === "known" && known ? { "if-match": known[which] }
    : { "if-match": "W/\"datetime'2020-01-01T00%3A00%3A00.0000000Z'\"" };
  return { partition, row, place, ifMatch };
}
// Up to four changes of one partition key. Each is made for one server, whose etags it names.
function batch() {
  const named = keys.filter((key) => key); // Azurite refuses empty keys in batches
  const partition = pick(named);
  const rows = named.filter(() => random(3) === 0).slice(0, 4);
  if (rows.length === 0) rows.push(pick(named));
  const changes = rows.map((row) => {
    const place = address(partition, row);
    const { ifMatch } = change(place);
    const kind = random(6);
    const body = JSON.stringify(kind < 2 ? entity(partition, row) : entity());
    if (kind < 2) return () => ["POST", `/${table}`, body, {}];
    if (kind < 5) {
      const method = pick(["PUT", "PATCH", "MERGE"]);
      return (which) => [method, place, body, ifMatch(which)];
    }
    return (which) => ["DELETE", place, "", { "if-match": "*", ...ifMatch(which) }];
  });
  const made = changes.map((make) => [make(0), make(1)]);
  return {
    make: (which) => {
      const parts = made.map((each) => {
        const [method, path, body, headers] = each[which];
        const lines = Object.entries({ accept: "application/json;odata=minimalmetadata", ...headers })
          .map(([name, text]) => `${name}: ${text}\r\n`).join("");
        return (
          "--changeset_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
          `${method} http://127.0.0.1/${account}${path} HTTP/1.1\r\n${lines}` +
          (body ? `Content-Type: application/json\r\n\r\n${body}\r\n` : "\r\n")
        );
      });
      const body =
        "--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n" +
        `${parts.join("")}--changeset_1--\r\n--batch_1--\r\n`;
      return ["POST", "/$batch", body, { "content-type": "multipart/mixed; boundary=batch_1" }];
    },
  };
}
// Every page of a query, a few rows each.
async function pages(base, path, headers) {
  const rows = [];
  let next = "";
  for (let page = 0; page < 200; page++) {
    const answer = await send(base, "GET", `${path}${next}`, "", headers);
    if (answer.status !== 200) return answer;
    const found = JSON.parse(answer.text).value;
    const top = Number(/top=(\d+)/.exec(path)[1]);
    if (found.length > top) throw new Error(`${base}: ${found.length} rows for ${path}`);
    rows.push(...found);
    const partition = answer.headers["x-ms-continuation-nextpartitionkey"];
    const row = answer.headers["x-ms-continuation-nextrowkey"];
    if (partition === undefined) return { ...answer, text: JSON.stringify({ value: rows }) };
    next = `&NextPartitionKey=${encodeURIComponent(partition)}&NextRowKey=${encodeURIComponent(row ?? "")}`;
  }
  throw new Error(`${base}: no end of ${path}`);
}

function operation() {
  const { partition, row, place, ifMatch } = change();
  switch (random(12)) {
    case 9:
    case 10:
      return batch();
    case 11: {
      const path = `/${table}()?$filter=${encodeURIComponent(random(3) ? filter(2) : "")}&$top=${1 + random(7)}`;
      return { make: () => ["GET", path, "", {}], paged: true };
    }
    case 0:
    case 1: {
      const body = JSON.stringify(entity(partition, row));
      const prefer = pick(["return-no-content", "return-content"]);
      return { place, make: () => ["POST", `/${table}`, body, { prefer }] };
    }
    case 2: {
      const chosen = properties.filter(() => random(3) === 0);
      const select = chosen.length === 0 ? "" : `?$select=${["PartitionKey", ...chosen].join(",")}`;
      return { place, make: () => ["GET", `${place}${select}`, "", {}] };
    }
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
      const chosen = properties.filter(() => random(2) === 0);
      const select = random(3) || chosen.length === 0 ? "" : `&$select=${["RowKey", ...chosen].join(",")}`;
      return { make: () => ["GET", `/${table}()?$filter=${encodeURIComponent(text)}${select}`, "", {}] };
    }
  }
}

const plain = (each) =>
  Object.fromEntries(
    Object.entries(each)
      .filter(([name, json]) => !name.startsWith("odata.") && !name.startsWith("Timestamp") && json !== null)
      .filter(([, json]) => json !== "Edm.Double") // Azurite does not say it of whole numbers
      .map(([name, json]) => [name, name === "t" ? new Date(json).toISOString() : json])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
// Of a batch: the status of each part and, if it failed, which operation and why.
function parts(text) {
  return text
    .split("HTTP/1.1 ")
    .slice(1)
    .map((part) => {
      const code = /"code":\s*"([^"]+)"/.exec(part)?.[1];
      const index = /"value":\s*"(\d+):/.exec(part)?.[1];
      return [part.slice(0, 3), /etag:/i.test(part), ...(code ? [code, index] : [])];
    });
}
function essence(answer) {
  if (/multipart/.test(answer.headers["content-type"])) return { status: answer.status, parts: parts(answer.text) };
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
    const answer = next.paged ? await pages(base, path, headers) : await send(base, method, path, body, headers);
    answers.push([answer, essence(answer), method, path, body, headers]);
  }
  const [ours, theirs] = answers;
  if (next.place && ours[0].headers.etag && theirs[0].headers.etag)
    etags.set(next.place, [ours[0].headers.etag, theirs[0].headers.etag]);
  const failed = ours[1].parts?.find((part) => part[2]);
  const kind = `${ours[3] === "/$batch" ? "batch" : next.paged ? "pages" : ours[2]} ${ours[1].status}${ours[1].rows?.length ? " with rows" : ""}${failed ? ` ${failed[0]}` : ""}`;
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
