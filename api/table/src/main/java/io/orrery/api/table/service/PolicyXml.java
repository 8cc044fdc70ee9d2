// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.access.AccessPolicy;
import io.orrery.model.Limits;
import java.util.List;

/// Access policies of a table as XML: `SignedIdentifiers`.
final class PolicyXml {
  private static final int NAME_MAX = 64;

  private PolicyXml() {}

  static String write(List<AccessPolicy> policies) {
    XmlWriter out = new XmlWriter().open("SignedIdentifiers");
    for (AccessPolicy policy : policies) {
      out.open("SignedIdentifier").element("Id", policy.id()).open("AccessPolicy");
      out.elementIfAny("Start", policy.start());
      out.elementIfAny("Expiry", policy.expiry());
      out.elementIfAny("Permission", policy.permissions());
      out.close("AccessPolicy").close("SignedIdentifier");
    }
    return out.close("SignedIdentifiers").toString();
  }

  /// Fails with InvalidXmlDocument, or says what is wrong with one of its nodes. A document without
  /// bytes has no policies.
  static List<AccessPolicy> read(byte[] body) {
    if (body.length == 0) {
      return List.of();
    }
    XmlElement root = XmlElement.parse(body, "SignedIdentifiers");
    root.allowOnly("SignedIdentifier");
    if (root.children().size() > Limits.TABLE_ACCESS_POLICIES) {
      throw XmlElement.invalid(
          "a table has at most %d policies".formatted(Limits.TABLE_ACCESS_POLICIES));
    }
    List<AccessPolicy> policies = root.children().stream().map(PolicyXml::policy).toList();
    if (policies.stream().map(AccessPolicy::id).distinct().count() < policies.size()) {
      throw XmlElement.invalid("two policies have one name");
    }
    return policies;
  }

  private static AccessPolicy policy(XmlElement element) {
    element.allowOnly("Id", "AccessPolicy");
    XmlElement id = element.require("Id");
    if (id.text().isEmpty() || id.text().length() > NAME_MAX) {
      throw id.invalidValue("it has 1 to %d characters".formatted(NAME_MAX));
    }
    return element
        .find("AccessPolicy")
        .map(
            policy -> {
              policy.allowOnly("Start", "Expiry", "Permission");
              return new AccessPolicy(
                  id.text(),
                  text(policy, "Start"),
                  text(policy, "Expiry"),
                  text(policy, "Permission"));
            })
        .orElseGet(() -> new AccessPolicy(id.text(), "", "", ""));
  }

  private static String text(XmlElement policy, String name) {
    return policy.find(name).map(XmlElement::text).orElse("");
  }
}
