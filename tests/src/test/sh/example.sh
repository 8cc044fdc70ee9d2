#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The example for curl in README.md, which has the lines between the marks.
set -euo pipefail
# readme: begin
endpoint=${ORRERY_ENDPOINT:-http://localhost:8081}
key=${ORRERY_KEY:-C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==}
hexkey=$(base64 -d <<<"$key" | od -An -v -tx1 | tr -d ' \n')

call() { # method, address, type and link of the resource to sign, then anything for curl
  local date signature
  date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')
  signature=$(printf '%s\n%s\n%s\n%s\n\n' "${1,,}" "$3" "$4" "${date,,}" |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hexkey" -binary | base64 | sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g')
  curl -sS -X "$1" "${endpoint%/}$2" -H "authorization: type%3Dmaster%26ver%3D1.0%26sig%3D$signature" \
    -H "x-ms-date: $date" -H 'x-ms-version: 2020-07-15' "${@:5}"
}

call POST /dbs dbs '' -d '{"id":"curl"}'
call POST /dbs/curl/colls colls dbs/curl -d '{"id":"orders","partitionKey":{"paths":["/customer"],"kind":"Hash","version":2}}'
call POST /dbs/curl/colls/orders/docs docs dbs/curl/colls/orders \
  -H 'x-ms-documentdb-partitionkey: ["anna"]' -d '{"id":"1","customer":"anna","total":12.5}'
call GET /dbs/curl/colls/orders/docs/1 docs dbs/curl/colls/orders/docs/1 -H 'x-ms-documentdb-partitionkey: ["anna"]'
# readme: end
