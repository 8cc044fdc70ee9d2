// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// The published baselines of the .NET SDK (MIT, licence beside them): raw hashes, before two bits
/// are cleared for the ring.
///
/// That class of the SDK hashes strings without the terminator which all SDKs write when they
/// compute positions, so strings are checked against the hash functions themselves here, and in
/// [PositionTest] with the terminator.
class HashConformanceTest {
  private static final HexFormat DASHED = HexFormat.ofDelimiter("-").withUpperCase();

  record Baseline(String description, String value, String hashV1, String hashV2) {
    @Override
    public String toString() {
      return description;
    }
  }

  @ParameterizedTest
  @MethodSource
  void singletonsAndNumbersHashAsPublished(Baseline baseline) {
    byte[] component = bytesOf(baseline);
    assertHashes(baseline, List.of(component));
  }

  static Stream<Baseline> singletonsAndNumbersHashAsPublished() {
    return Stream.concat(baselines("Singletons.xml"), baselines("Numbers.xml"));
  }

  @ParameterizedTest
  @MethodSource
  void stringsHashAsPublished(Baseline baseline) {
    assertHashes(baseline, List.of(textBytes(unquote(baseline.value))));
  }

  static Stream<Baseline> stringsHashAsPublished() {
    return baselines("Strings.xml");
  }

  @ParameterizedTest
  @MethodSource
  void listsHashAsPublished(Baseline baseline) {
    String inner = baseline.value.substring(1, baseline.value.length() - 1);
    List<byte[]> components = new ArrayList<>();
    for (String element : inner.split(",", -1)) {
      components.add(textBytes(unquote(element)));
    }
    assertHashes(baseline, components);
  }

  static Stream<Baseline> listsHashAsPublished() {
    return baselines("Lists.xml");
  }

  private static void assertHashes(Baseline baseline, List<byte[]> components) {
    ByteWriter v1 = new ByteWriter();
    ByteWriter v2 = new ByteWriter();
    for (byte[] component : components) {
      int truncated = component[0] == KeyComponent.TEXT ? 101 : component.length;
      v1.writeLong(0).writeInt(0);
      v1.writeInt(MurmurHash3.hash32(component, Math.min(component.length, truncated)));
      var hash = MurmurHash3.hash128(component, component.length, MurmurHash3.Tail.UNSIGNED);
      v2.writeLong(hash.h2()).writeLong(hash.h1());
    }
    assertThat(DASHED.formatHex(v1.toByteArray())).as("version 1").isEqualTo(baseline.hashV1);
    assertThat(DASHED.formatHex(v2.toByteArray())).as("version 2").isEqualTo(baseline.hashV2);
  }

  private static byte[] bytesOf(Baseline baseline) {
    // Written by hand: .NET's NaN has its sign bit set, Java's has not, and we hash -0 as 0.
    if (baseline.value.equals("\"NaN\"")) {
      return numberBytes(0xFFF8_0000_0000_0000L);
    }
    if (baseline.value.equals("-0")) {
      return numberBytes(Double.doubleToLongBits(-0.0));
    }
    Value value =
        switch (baseline.value) {
          case "UNDEFINED" -> Value.Undefined.UNDEFINED;
          case "null" -> Value.Null.NULL;
          case "true" -> Value.Bool.TRUE;
          case "false" -> Value.Bool.FALSE;
          case "\"Infinity\"", "\"-Infinity\"" ->
              new Value.Float64(Double.parseDouble(unquote(baseline.value)));
          default ->
              baseline.value.matches("[1-9-][0-9]{17,}")
                  ? new Value.Int64(Long.parseLong(baseline.value))
                  : new Value.Float64(Double.parseDouble(baseline.value));
        };
    ByteWriter out = new ByteWriter();
    KeyComponent.write(out, value, 0);
    return out.toByteArray();
  }

  private static byte[] numberBytes(long bits) {
    return new ByteWriter()
        .writeByte(KeyComponent.NUMBER)
        .writeLong(Long.reverseBytes(bits))
        .toByteArray();
  }

  private static byte[] textBytes(String text) {
    return new ByteWriter()
        .writeByte(KeyComponent.TEXT)
        .writeBytes(text.getBytes(StandardCharsets.UTF_8))
        .toByteArray();
  }

  private static String unquote(String quoted) {
    return quoted.substring(1, quoted.length() - 1);
  }

  private static Stream<Baseline> baselines(String file) {
    List<Baseline> baselines = new ArrayList<>();
    NodeList results = parse(file).getElementsByTagName("Result");
    for (int i = 0; i < results.getLength(); i++) {
      Element result = (Element) results.item(i);
      baselines.add(
          new Baseline(
              text(result, "Description"),
              text(result, "PartitionKeyValue"),
              text(result, "PartitionKeyHashV1"),
              text(result, "PartitionKeyHashV2")));
    }
    assertThat(baselines).isNotEmpty();
    return baselines.stream();
  }

  private static Document parse(String file) {
    try (InputStream in =
        Objects.requireNonNull(
            HashConformanceTest.class.getResourceAsStream("/conformance/hash/" + file))) {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  private static String text(Element result, String tag) {
    return result.getElementsByTagName(tag).item(0).getTextContent();
  }
}
