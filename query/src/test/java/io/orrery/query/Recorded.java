// SPDX-License-Identifier: Apache-2.0
package io.orrery.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Reads the recorded inputs and outputs under `conformance/sql`.
public final class Recorded {
  private Recorded() {}

  /// The `Result` elements of a file.
  public static List<Element> results(String path) {
    String resource = "/conformance/sql/" + path;
    try (InputStream in = Recorded.class.getResourceAsStream(resource)) {
      Element root =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(Objects.requireNonNull(in, resource))
              .getDocumentElement();
      return children(root, "Result");
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException(resource, e);
    }
  }

  public static List<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    Stream<Node> stream = IntStream.range(0, nodes.getLength()).mapToObj(nodes::item);
    return new ArrayList<>(
        stream
            .filter(Element.class::isInstance)
            .map(Element.class::cast)
            .filter(element -> element.getTagName().equals(name))
            .toList());
  }

  /// The element at the end of a path of names; null if there is none.
  public static @Nullable Element find(Element from, String... names) {
    Element at = from;
    for (String name : names) {
      List<Element> found = children(at, name);
      if (found.isEmpty()) {
        return null;
      }
      at = found.getFirst();
    }
    return at;
  }

  public static String text(Element from, String... names) {
    Element found = find(from, names);
    return found == null ? "" : found.getTextContent();
  }

  /// The text without differences in white space.
  public static String squeeze(String text) {
    return text.strip().replaceAll("\\s+", " ").replace("( ", "(").replace(" )", ")");
  }
}
