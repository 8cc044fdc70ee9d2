// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.table;

import io.orrery.bench.cells.Dialect;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.Items;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The Table API: requests as official clients send them to Azurite's account, which our server
/// knows, too.
final class TableRequests implements Dialect {
  private static final String ACCOUNT = "devstoreaccount1";
  private static final String KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
  private static final String TABLE = "/" + ACCOUNT + "/items";
  private static final String NO_ANSWER = "Prefer: return-no-content\r\n";
  private static final byte[] NO_BODY = {};

  private final Items items;
  private final Mac mac;
  private final String date =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .format(ZonedDateTime.now(ZoneOffset.UTC));

  TableRequests(Items items) throws GeneralSecurityException {
    this.items = items;
    mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), mac.getAlgorithm()));
  }

  byte[] createTable() {
    String body = "{\"TableName\":\"items\"}";
    return request("POST", "/" + ACCOUNT + "/Tables", "", NO_ANSWER, utf8(body));
  }

  @Override
  public byte[] read(long number) {
    return request("GET", address(number), "", "", NO_BODY);
  }

  @Override
  public byte[] insert(long number) {
    return request("POST", TABLE, "", NO_ANSWER, entity(items.json(number)));
  }

  @Override
  public byte[] replace(long number, byte[] document) {
    return request("PUT", address(number), "", "If-Match: *\r\n", entity(document));
  }

  @Override
  public byte[] ask(Operation query, long number) {
    String parameter = query.parameter(items, number).replace('"', '\'');
    boolean byKey = query == Operation.BY_KEY;
    String filter = (byKey ? "PartitionKey" : "grp") + " eq " + parameter;
    String encoded = URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20");
    String parameters = "?$filter=" + encoded + (byKey ? "&$top=20" : "");
    return request("GET", TABLE + "()", parameters, "", NO_BODY);
  }

  private String address(long number) {
    return TABLE
        + "(PartitionKey='"
        + items.partitionKey(number)
        + "',RowKey='"
        + Items.id(number)
        + "')";
  }

  private static byte[] entity(byte[] document) {
    String json = new String(document, StandardCharsets.UTF_8);
    return utf8(json.replace("\"id\":", "\"RowKey\":").replace("\"pk\":", "\"PartitionKey\":"));
  }

  private byte[] request(
      String method, String path, String parameters, String headers, byte[] body) {
    String signed = date + "\n/" + ACCOUNT + path;
    String head =
        String.join(
            "\r\n",
            method + " " + path + parameters + " HTTP/1.1",
            "Host: 127.0.0.1",
            "Accept: application/json;odata=minimalmetadata",
            "Content-Type: application/json",
            "User-Agent: raw-load/1",
            "x-ms-version: 2019-02-02",
            "DataServiceVersion: 3.0",
            "x-ms-date: " + date,
            "Authorization: SharedKeyLite "
                + ACCOUNT
                + ":"
                + Base64.getEncoder().encodeToString(mac.doFinal(utf8(signed))),
            "Content-Length: " + body.length,
            headers + "\r\n");
    var bytes = new ByteArrayOutputStream(head.length() + body.length);
    bytes.writeBytes(utf8(head));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
