// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Properties of the service: what clients set they are told, as the service's documentation has
/// it.
class ServicePropertiesTest {
  private static final String ADDRESS = "/?restype=service&comp=properties";
  private static final String LOGGING =
      "<Logging><Version>1.0</Version><Delete>true</Delete><Read>false</Read><Write>true</Write>"
          + "<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging>";
  private static final String HOURS =
      "<HourMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>false</IncludeAPIs>"
          + "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></HourMetrics>";
  private static final String MINUTES =
      "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>"
          + "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></MinuteMetrics>";
  private static final String CORS =
      "<Cors><CorsRule><AllowedOrigins>http://*.example.org,https://a.example</AllowedOrigins>"
          + "<AllowedMethods>GET,PUT</AllowedMethods><MaxAgeInSeconds>500</MaxAgeInSeconds>"
          + "<ExposedHeaders>x-ms-*</ExposedHeaders><AllowedHeaders>x-ms-a,b</AllowedHeaders>"
          + "</CorsRule></Cors>";

  private final TableBed bed = new TableBed();

  @AfterEach
  void close() {
    bed.close();
  }

  private Reply set(String content) {
    return bed.send(
        "PUT", ADDRESS, "<StorageServiceProperties>" + content + "</StorageServiceProperties>");
  }

  private String told() {
    String body = bed.get(ADDRESS).require(200).body();
    int root = body.indexOf("<StorageServiceProperties>");
    return body.substring(
        root + "<StorageServiceProperties>".length(), body.indexOf("</StorageServiceProperties>"));
  }

  @Test
  void whatWasSetIsTold() {
    assertThat(told()).contains("<Read>false</Read>").endsWith("<Cors></Cors>");
    assertThat(set(LOGGING + HOURS + MINUTES + CORS).require(202).body()).isEmpty();
    assertThat(told()).isEqualTo(LOGGING + HOURS + MINUTES + CORS);
  }

  @Test
  void partsThatAreNotSentStay() {
    set(LOGGING + CORS).require(202);
    set(HOURS).require(202);
    assertThat(told()).isEqualTo(LOGGING + HOURS + MINUTES + CORS);
    set("<Cors/>").require(202);
    assertThat(told()).isEqualTo(LOGGING + HOURS + MINUTES + "<Cors></Cors>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "InvalidXmlDocument | <Cors>",
        "InvalidXmlDocument | <Cors/></Cors>",
        "InvalidXmlDocument | <Cors/><Cors/>",
        "UnsupportedXmlNode | <DefaultServiceVersion>2020-01-01</DefaultServiceVersion>",
        "UnsupportedXmlNode | <Cors><Rule/></Cors>",
        "UnsupportedXmlNode | <Logging><Level>1</Level></Logging>",
        "MissingRequiredXmlNode | <Logging><Version>1.0</Version><Read>true</Read></Logging>",
        "MissingRequiredXmlNode | <HourMetrics><Enabled>false</Enabled></HourMetrics>",
        "MissingRequiredXmlNode | <HourMetrics><Version>1.0</Version></HourMetrics>",
        "MissingRequiredXmlNode |"
            + " <HourMetrics><Version>1.0</Version><Enabled>true</Enabled></HourMetrics>",
        "MissingRequiredXmlNode | <Cors><CorsRule/></Cors>",
        "InvalidXmlNodeValue |"
            + " <HourMetrics><Version>2.0</Version><Enabled>false</Enabled></HourMetrics>",
        "InvalidXmlNodeValue |"
            + " <HourMetrics><Version>1.0</Version><Enabled>yes</Enabled></HourMetrics>",
      })
  void whatIsNotValidIsRefusedAndChangesNothing(String code, String content) {
    set(LOGGING).require(202);
    String before = told();
    Reply refused = set(content);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("<Code>" + code + "</Code>");
    assertThat(refused.header("x-ms-error-code")).isEqualTo(code);
    assertThat(told()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 1, 202",
    "true, 365, 202",
    "true, 0, 400",
    "true, 366, 400",
    "true, x, 400",
    "true, -1, 400",
    "false, 5, 202"
  })
  void retentionIsUpToAYear(String enabled, String days, int status) {
    String retention =
        "<RetentionPolicy><Enabled>%s</Enabled><Days>%s</Days></RetentionPolicy>"
            .formatted(enabled, days);
    assertThat(
            set("<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>"
                    + retention
                    + "</MinuteMetrics>")
                .status())
        .isEqualTo(status);
  }

  private static String rule(String origins, String methods, String age, String headers) {
    return ("<CorsRule><AllowedOrigins>%s</AllowedOrigins><AllowedMethods>%s</AllowedMethods>"
            + "<MaxAgeInSeconds>%s</MaxAgeInSeconds><ExposedHeaders/>"
            + "<AllowedHeaders>%s</AllowedHeaders></CorsRule>")
        .formatted(origins, methods, age, headers);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "202 | * | DELETE,GET,HEAD,MERGE,POST,OPTIONS,PUT,PATCH | 0 | *",
        "202 | http://a, http://b | GET | 2147483647 | x-ms-*,y-*,z",
        "202 | * | GET | 1 | ''",
        "400 | '' | GET | 1 | *",
        "400 | * | '' | 1 | *",
        "400 | * | get | 1 | *",
        "400 | * | TRACE | 1 | *",
        "400 | * | GET | -1 | *",
        "400 | * | GET | x | *",
        "400 | * | GET | 2147483648 | *",
        "400 | * | GET | 1 | a-*,b-*,c-*",
        "400 | http://ü | GET | 1 | *",
        "400 | http://a b | GET | 1 | *",
      })
  void rulesOfCors(int status, String origins, String methods, String age, String headers) {
    assertThat(set("<Cors>" + rule(origins, methods, age, headers) + "</Cors>").status())
        .isEqualTo(status);
  }

  private static String names(int count, String name) {
    return IntStream.range(0, count).mapToObj(i -> name + i).collect(Collectors.joining(","));
  }

  @Test
  void limitsOfCors() {
    String rule = rule("*", "GET", "1", "*");
    assertThat(set("<Cors>" + rule.repeat(5) + "</Cors>").status()).isEqualTo(202);
    assertThat(set("<Cors>" + rule.repeat(6) + "</Cors>").status()).isEqualTo(400);
    for (int[] each : new int[][] {{64, 202}, {65, 400}}) {
      String origins = "<Cors>" + rule(names(each[0], "http://a"), "GET", "1", "*") + "</Cors>";
      assertThat(set(origins).status()).isEqualTo(each[1]);
      String headers = "<Cors>" + rule("*", "GET", "1", names(each[0], "h")) + "</Cors>";
      assertThat(set(headers).status()).isEqualTo(each[1]);
    }
    for (int[] each : new int[][] {{256, 202}, {257, 400}}) {
      String header = "<Cors>" + rule("*", "GET", "1", "h".repeat(each[0])) + "</Cors>";
      assertThat(set(header).status()).isEqualTo(each[1]);
    }
    // "*", "GET" and "1" are five bytes more.
    for (int[] each : new int[][] {{250, 202}, {251, 400}}) {
      String large =
          rule("*", "GET", "1", names(7, "h".repeat(255)))
              + rule("*", "GET", "1", "h".repeat(each[0]));
      int bytes = 2 * 5 + 7 * 256 + 6 + each[0];
      assertThat(set("<Cors>" + large + "</Cors>").status())
          .as("%d bytes", bytes)
          .isEqualTo(bytes <= 2048 ? 202 : 400);
    }
  }

  @Test
  void documentsOfOtherKindsAreRefused() {
    for (String document :
        new String[] {
          "",
          "{}",
          "<x/>",
          "<StorageServiceProperties>",
          "<!DOCTYPE a [<!ENTITY b"
              + " \"c\">]><StorageServiceProperties>&b;</StorageServiceProperties>",
          "<StorageServiceProperties>" + "<Cors>".repeat(10_000)
        }) {
      Reply refused = bed.send("PUT", ADDRESS, document);
      assertThat(refused.status()).as(document).isEqualTo(400);
      assertThat(refused.header("x-ms-error-code")).isEqualTo("InvalidXmlDocument");
    }
  }
}
