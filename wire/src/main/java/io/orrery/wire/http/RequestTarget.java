// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

/// The second word of a request line, taken apart: `/path?query`, the same behind a scheme and host
/// (as proxies send it), or `*`.
record RequestTarget(String path, String query) {

  static RequestTarget parse(String target) {
    String origin = withoutAuthority(target);
    int mark = origin.indexOf('?');
    return mark < 0
        ? new RequestTarget(origin, "")
        : new RequestTarget(origin.substring(0, mark), origin.substring(mark + 1));
  }

  private static String withoutAuthority(String target) {
    int scheme = target.indexOf("://");
    if (target.startsWith("/") || scheme < 0) {
      return target;
    }
    for (int i = scheme + 3; i < target.length(); i++) {
      if (target.charAt(i) == '/') {
        return target.substring(i);
      }
      if (target.charAt(i) == '?') {
        return "/" + target.substring(i);
      }
    }
    return "/";
  }

  boolean isValid() {
    return path.startsWith("/") || path.equals("*");
  }
}
