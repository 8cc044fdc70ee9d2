// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.access.AccessPolicy;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.XmlText;
import io.orrery.model.Limits;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Access policies of a table as XML: `SignedIdentifiers`.
final class PolicyXml {
  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";
  private static final XMLInputFactory FACTORY = factory();

  private PolicyXml() {}

  /// Nothing outside the text is ever looked at.
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  static String write(List<AccessPolicy> policies) {
    StringBuilder out = new StringBuilder(HEAD).append("<SignedIdentifiers>");
    for (AccessPolicy policy : policies) {
      out.append("<SignedIdentifier>");
      element(out, "Id", policy.id());
      out.append("<AccessPolicy>");
      element(out, "Start", policy.start());
      element(out, "Expiry", policy.expiry());
      element(out, "Permission", policy.permissions());
      out.append("</AccessPolicy></SignedIdentifier>");
    }
    return out.append("</SignedIdentifiers>").toString();
  }

  private static void element(StringBuilder out, String name, String text) {
    if (!text.isEmpty()) {
      out.append('<').append(name).append('>').append(XmlText.escape(text));
      out.append("</").append(name).append('>');
    }
  }

  /// Fails with InvalidXmlDocument.
  static List<AccessPolicy> read(byte[] body) {
    if (body.length == 0) {
      return List.of();
    }
    try {
      XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(body));
      List<AccessPolicy> policies = policies(reader);
      reader.close();
      return policies;
    } catch (XMLStreamException _) {
      throw invalid("it cannot be read");
    }
  }

  private static List<AccessPolicy> policies(XMLStreamReader reader) throws XMLStreamException {
    List<AccessPolicy> policies = new ArrayList<>();
    Map<String, String> texts = new LinkedHashMap<>();
    String element = "";
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> element = reader.getLocalName();
        case XMLStreamConstants.CHARACTERS ->
            texts.merge(element, reader.getText(), String::concat);
        case XMLStreamConstants.END_ELEMENT -> {
          element = "";
          if (reader.getLocalName().equals("SignedIdentifier")) {
            policies.add(policy(texts));
            texts.clear();
          }
        }
        default -> {
          // Comments and the like say nothing.
        }
      }
    }
    if (policies.size() > Limits.TABLE_ACCESS_POLICIES) {
      throw invalid("a table has at most %d policies".formatted(Limits.TABLE_ACCESS_POLICIES));
    }
    return policies;
  }

  private static AccessPolicy policy(Map<String, String> texts) {
    String id = text(texts, "Id");
    if (id.isEmpty() || id.length() > 64) {
      throw invalid("the name of a policy has 1 to 64 characters");
    }
    return new AccessPolicy(
        id, text(texts, "Start"), text(texts, "Expiry"), text(texts, "Permission"));
  }

  private static String text(Map<String, String> texts, String name) {
    return texts.getOrDefault(name, "").strip();
  }

  private static TableRefusal invalid(String reason) {
    return new TableRefusal(
        TableError.INVALID_XML_DOCUMENT,
        "XML specified is not syntactically valid: %s.".formatted(reason));
  }
}
