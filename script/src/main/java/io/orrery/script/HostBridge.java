// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.OrreryException;
import io.orrery.script.ScriptHost.Options;
import io.orrery.script.ScriptHost.Page;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/// The one function through which a script reaches out: texts in, a text out. What `prelude.js`
/// expects of it is written there.
final class HostBridge implements ProxyExecutable {
  private static final String FAILED = "-";

  private final ScriptHost host;
  private final ScriptLog log;
  private final ScriptLimits limits;
  private final LongSupplier ticker;
  private final long acceptedUntil;
  private long handedIn;
  private @Nullable RuntimeException fatal;

  HostBridge(ScriptHost host, ScriptLog log, ScriptLimits limits, LongSupplier ticker) {
    this.host = host;
    this.log = log;
    this.limits = limits;
    this.ticker = ticker;
    this.acceptedUntil = ticker.getAsLong() + limits.acceptance().toNanos();
  }

  /// What ended the script although it was not its fault; null if nothing did.
  @Nullable RuntimeException fatal() {
    return fatal;
  }

  @Override
  public @Nullable Object execute(Value... texts) {
    String operation = texts[0].asString();
    if (operation.equals("log")) {
      log.add(texts[1].asString());
      return "";
    }
    if (!accepts()) {
      return null;
    }
    try {
      String reply = perform(operation, texts);
      handedIn += reply.length();
      return reply;
    } catch (OrreryException failure) {
      OptionalInt number = Failures.number(failure.code());
      if (number.isEmpty()) {
        fatal = failure;
        throw failure;
      }
      return FAILED
          + "{\"number\":%d,\"message\":%s}"
              .formatted(number.getAsInt(), JsonText.quoted(String.valueOf(failure.getMessage())));
    } catch (RuntimeException bug) {
      fatal = bug;
      throw bug;
    }
  }

  private boolean accepts() {
    return fatal == null
        && handedIn < limits.handedInBytes()
        && ticker.getAsLong() - acceptedUntil < 0
        && host.accepts();
  }

  private String perform(String operation, Value... texts) {
    String link = texts[1].asString();
    return switch (operation) {
      case "create" -> host.create(link, texts[2].asString(), options(texts[3]));
      case "replace" -> host.replace(link, texts[2].asString(), options(texts[3]));
      case "upsert" -> host.upsert(link, texts[2].asString(), options(texts[3]));
      case "read" -> host.read(link, options(texts[2]));
      case "delete" -> {
        host.delete(link, options(texts[2]));
        yield "";
      }
      case "readAll" -> feed(host.readAll(link, options(texts[2])));
      case "query" -> feed(host.query(link, texts[2].asString(), options(texts[3])));
      default -> throw new IllegalArgumentException("no operation " + operation);
    };
  }

  private static Options options(Value json) {
    return new Options(json.asString());
  }

  private static String feed(Page page) {
    return page.continuation() == null
        ? "{\"items\":" + page.items() + "}"
        : "{\"items\":"
            + page.items()
            + ",\"continuation\":"
            + JsonText.quoted(page.continuation())
            + "}";
  }
}
