// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.data.tables.TableServiceClientBuilder;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import reactor.core.publisher.Mono;

/// The forms in which clients of Azure Tables name an account.
enum TableAccount {
  /// As Cosmos DB's emulator: no account in the path.
  EMULATOR {
    @Override
    TableServiceClientBuilder builder(int port, String key) {
      return of("localhost", key, "http://localhost:" + port + "/");
    }
  },
  /// As Cosmos DB in the cloud, by whose name the Java client knows it, and then spells merges
  /// differently. What is sent there comes here instead.
  CLOUD {
    @Override
    TableServiceClientBuilder builder(int port, String key) {
      return of("localhost", key, "http://localhost.table.cosmos.azure.com:" + port + "/")
          .addPolicy(new ToThisMachine());
    }
  },
  AZURITE {
    @Override
    TableServiceClientBuilder builder(int port, String key) {
      return of("devstoreaccount1", AZURITE_KEY, "http://127.0.0.1:" + port + "/devstoreaccount1");
    }
  };

  private static final String AZURITE_KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static TableServiceClientBuilder of(String account, String key, String endpoint) {
    return new TableServiceClientBuilder()
        .connectionString(
            "DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;TableEndpoint=%s;"
                .formatted(account, key, endpoint));
  }

  /// @param key of our own account
  abstract TableServiceClientBuilder builder(int port, String key);

  /// Signatures do not cover the host.
  private static final class ToThisMachine implements HttpPipelinePolicy {
    @Override
    public Mono<HttpResponse> process(
        HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
      turn(context);
      return next.process();
    }

    @Override
    public HttpResponse processSync(
        HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
      turn(context);
      return next.processSync();
    }

    private static void turn(HttpPipelineCallContext context) {
      String sent = context.getHttpRequest().getUrl().toString();
      String here = sent.replaceFirst("//[^/:]+", "//127.0.0.1");
      try {
        context.getHttpRequest().setUrl(new URI(here).toURL());
      } catch (MalformedURLException | URISyntaxException e) {
        throw new IllegalStateException(here, e);
      }
    }
  }
}
