// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// An element of an XML document that a client sent.
///
/// @param text what stands in it besides other elements, without space around it
record XmlElement(String name, String text, List<XmlElement> children) {
  /// More than any document of the service has.
  private static final int DEPTH_MAX = 8;

  private static final XMLInputFactory FACTORY = factory();

  XmlElement {
    children = List.copyOf(children);
  }

  /// Nothing outside the text is ever looked at.
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  /// The only element of a document that lies in no other. Fails with InvalidXmlDocument.
  static XmlElement parse(byte[] document, String name) {
    try {
      XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(document));
      while (reader.next() != XMLStreamConstants.START_ELEMENT) {
        // What stands in front of it says nothing.
      }
      XmlElement root = element(reader, 1);
      while (reader.hasNext()) {
        reader.next(); // Fails if anything but space and comments follows.
      }
      reader.close();
      if (!root.name.equals(name)) {
        throw invalid("it is about %s, not %s".formatted(root.name, name));
      }
      return root;
    } catch (XMLStreamException _) {
      throw invalid("it cannot be read");
    }
  }

  private static XmlElement element(XMLStreamReader reader, int depth) throws XMLStreamException {
    if (depth > DEPTH_MAX) {
      throw invalid("it has more than %d levels".formatted(DEPTH_MAX));
    }
    String name = reader.getLocalName();
    StringBuilder text = new StringBuilder();
    List<XmlElement> children = new ArrayList<>();
    for (int event = reader.next();
        event != XMLStreamConstants.END_ELEMENT;
        event = reader.next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        children.add(element(reader, depth + 1));
      } else if (reader.isCharacters()) {
        text.append(reader.getText());
      }
    }
    return new XmlElement(name, text.toString().strip(), children);
  }

  List<XmlElement> all(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).toList();
  }

  /// Fails with InvalidXmlDocument if there are several.
  Optional<XmlElement> find(String childName) {
    List<XmlElement> found = all(childName);
    if (found.size() > 1) {
      throw invalid("%s has %s twice".formatted(name, childName));
    }
    return found.stream().findFirst();
  }

  /// Fails with MissingRequiredXmlNode.
  XmlElement require(String childName) {
    return find(childName)
        .orElseThrow(
            () ->
                new TableRefusal(
                    TableError.MISSING_REQUIRED_XML_NODE,
                    "A required XML node was not specified in the request body: %s of %s."
                        .formatted(childName, name)));
  }

  /// Fails with UnsupportedXmlNode if there is a child of another name.
  void allowOnly(String... names) {
    for (XmlElement child : children) {
      if (!List.of(names).contains(child.name)) {
        throw new TableRefusal(
            TableError.UNSUPPORTED_XML_NODE,
            "One of the XML nodes specified in the request body is not supported: %s in %s."
                .formatted(child.name, name));
      }
    }
  }

  /// Fails with InvalidXmlNodeValue.
  boolean asBoolean() {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalidValue("it is true or false");
    };
  }

  /// Fails with InvalidXmlNodeValue.
  int asNumber(int least, int most) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // As bad as one that is out of range.
    }
    throw invalidValue("it is a number from %d to %d".formatted(least, most));
  }

  TableRefusal invalidValue(String rule) {
    return new TableRefusal(
        TableError.INVALID_XML_NODE_VALUE,
        "The value provided for one of the XML nodes in the request body was not in the correct"
            + " format: %s; %s.".formatted(name, rule));
  }

  static TableRefusal invalid(String reason) {
    return new TableRefusal(
        TableError.INVALID_XML_DOCUMENT,
        "XML specified is not syntactically valid: %s.".formatted(reason));
  }
}
