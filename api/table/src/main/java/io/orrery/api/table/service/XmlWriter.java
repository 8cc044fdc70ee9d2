// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.protocol.XmlText;

/// An XML document in the making.
final class XmlWriter {
  private final StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?>");

  XmlWriter open(String name) {
    out.append('<').append(name).append('>');
    return this;
  }

  XmlWriter close(String name) {
    out.append("</").append(name).append('>');
    return this;
  }

  XmlWriter element(String name, String text) {
    open(name);
    out.append(XmlText.escape(text));
    return close(name);
  }

  XmlWriter element(String name, boolean value) {
    return element(name, Boolean.toString(value));
  }

  XmlWriter element(String name, int value) {
    return element(name, Integer.toString(value));
  }

  XmlWriter elementIfAny(String name, String text) {
    return text.isEmpty() ? this : element(name, text);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
