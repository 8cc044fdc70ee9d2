// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import picocli.CommandLine.IVersionProvider;

/// The version of this program, as the build wrote it into the manifest.
public final class Version implements IVersionProvider {

  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"orrery " + current()};
  }
}
