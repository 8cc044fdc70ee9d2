// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.SourceItem;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.access.Condition;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.Code;
import io.orrery.plan.program.ExpressionLanguage;
import io.orrery.plan.program.Languages;
import io.orrery.plan.program.RowProgram;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpLimits;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A client that goes away takes along what all partitions do for it, however far away they are.
class AbandonedWorkTest {
  private static final int PARTITIONS = 3;
  private static final Duration MUCH_LONGER = Duration.ofHours(1);
  private static final long PATIENCE_SECONDS = 60;

  /// A program that computes until it is told to stop.
  private static final class Endless implements ExpressionLanguage, RowProgram {
    private final CountDownLatch begun = new CountDownLatch(PARTITIONS);
    private final CountDownLatch ended = new CountDownLatch(PARTITIONS);

    @Override
    public String name() {
      return "endless";
    }

    @Override
    public Code.Local read(byte[] code) {
      return new Code.Local() {
        @Override
        public String language() {
          return name();
        }

        @Override
        public byte[] encoded() {
          return code;
        }

        @Override
        public RowProgram program() {
          return Endless.this;
        }
      };
    }

    @Override
    public boolean readsItems() {
      return true;
    }

    @Override
    public void runWhole(Iterable<Value> rows, Budget budget, Predicate<Value> sink) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Run run(Budget budget) {
      return new Run() {
        @Override
        public boolean rows(SourceItem item, Sink sink) {
          begun.countDown();
          try {
            while (true) {
              budget.steps(1);
            }
          } finally {
            ended.countDown();
          }
        }

        @Override
        public boolean rows(Value item, Sink sink) {
          throw new UnsupportedOperationException();
        }

        @Override
        public long ordinal() {
          return 0;
        }

        @Override
        public Value output(int number) {
          return Value.Null.NULL;
        }

        @Override
        public Value whole() {
          return Value.Null.NULL;
        }

        @Override
        public void enterGroup(Value[] keys, Value[] results) {}
      };
    }
  }

  /// Runs the program in every partition at once, on a thread that nobody interrupts.
  private record Door(
      LocalEngine engine,
      ContainerHandle container,
      ExecutorService threads,
      CompletableFuture<ErrorCode> end)
      implements HttpHandler {

    @Override
    public Optional<Executor> executorFor(String path) {
      return Optional.of(threads);
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
      RequestContext context = engine.gateway().request(MUCH_LONGER);
      request.caller().whenGone(context::cancel);
      Plan rows =
          new Plan.Rows(
              new Plan.Scan(Condition.Anything.ANYTHING, Set.of()),
              new Code.Encoded("endless", new byte[0]));
      Plan plan =
          new Plan.Sort(
              rows,
              List.of(new OrderKey(new PlanExpression.Output(0), null, false)),
              Plan.Unindexed.SORT);
      QueryRequest query = new QueryRequest(plan, 1, 1, Scope.ALL, PARTITIONS);
      try (QueryPage page =
          new Queries(engine.gateway())
              .page(container, query, PageRequest.first(10_000), context)) {
        throw new AssertionError("a program without end gave " + page.rows());
      } catch (OrreryException e) {
        end.complete(e.code());
        throw e;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void workEndsWithTheConnection(boolean far) throws Exception {
    Endless endless = new Endless();
    Limits limits = Limits.DEFAULT.with(Limits.Name.INITIAL_PARTITION_RU, 10_000);
    long seed = System.nanoTime();
    System.out.println("the network's seed is " + seed);
    Optional<ImaginaryNetwork> distance =
        far
            ? Optional.of(new ImaginaryNetwork(seed, ImaginaryNetwork.Weather.ROUGH))
            : Optional.empty();
    try (LocalEngine engine =
            new LocalEngine(
                new MemoryStore(),
                LocalEngine.Options.unthrottled(limits),
                new Languages(List.of(endless)),
                distance);
        ExecutorService threads = Executors.newCachedThreadPool();
        Network network =
            new Network(
                "test",
                1,
                ConnectionLimits.DEFAULT,
                TrafficBudget.ofThisProcess(SystemTime.TICKER))) {
      Door door = new Door(engine, filled(engine), threads, new CompletableFuture<>());
      try (var listener =
          network.listen(
              new ListenerSettings("127.0.0.1", 0), new HttpCodec(door, HttpLimits.DEFAULT))) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
          socket
              .getOutputStream()
              .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          assertThat(endless.begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
          assertThat(endless.ended.getCount()).isEqualTo(PARTITIONS);
        }
        assertThat(endless.ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(door.end().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
            .isEqualTo(ErrorCode.CANCELLED);
      }
    }
  }

  /// A container with something in each partition.
  private static ContainerHandle filled(LocalEngine engine) {
    engine.plane().createDatabase("d", null);
    engine
        .plane()
        .createContainer(
            "d",
            "c",
            ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk")),
            Throughput.manual(PARTITIONS * 10_000L));
    ContainerHandle container = engine.gateway().container("d", "c");
    byte[] item = StoredItems.fromJson("{}".getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < 20; i++) {
      engine
          .gateway()
          .create(
              container,
              container.key(PartitionKey.text("k" + i), new byte[] {1}),
              new NewItem(item, Item.TTL_DEFAULT, true),
              engine.request());
    }
    assertThat(engine.gateway().partitions(container))
        .hasSize(PARTITIONS)
        .allMatch(partition -> partition.counters().items() > 0);
    return container;
  }
}
