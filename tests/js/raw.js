// SPDX-License-Identifier: Apache-2.0
// Calls that the SDK does not make, signed as the protocol's documentation says.
import { createHmac } from "node:crypto";

const endpoint = process.env.ORRERY_ENDPOINT;
const key = Buffer.from(process.env.ORRERY_KEY, "base64");

export function call(method, path, type, link, headers = {}) {
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\n${type}\n${link}\n${date.toLowerCase()}\n\n`;
  const signature = createHmac("sha256", key).update(text).digest("base64");
  const authorization = encodeURIComponent(`type=master&ver=1.0&sig=${signature}`);
  return fetch(new URL(path, endpoint), {
    method,
    headers: { "x-ms-date": date, authorization, ...headers },
  });
}
