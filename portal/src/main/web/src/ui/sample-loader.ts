import { ApiError } from '../api/http';
import { createContainer, createDatabase, partitionKey, patiently, upsertAll } from '../api/sql';
import { type Json, type JsonObject, writeJson } from '../lib/json';
import { SAMPLE_THROUGHPUT, type SampleContainer } from '../lib/sample';

/** Browsers have six connections to a server; one is left for looking around meanwhile. */
const AT_ONCE = 5;

/** Small, so that the bar moves and a throttled batch does not wait long. */
const BATCH = 40;

export interface LoadProgress {
  done: number;
  of: number;
  throttled: number;
}

/** Creates what is missing and writes every item; told again, it changes nothing. */
export async function loadSample(
  containers: SampleContainer[],
  report: (progress: LoadProgress) => void,
): Promise<void> {
  const progress = {
    done: 0,
    of: containers.reduce((sum, each) => sum + each.items.length, 0),
    throttled: 0,
  };
  for (const database of new Set(containers.map((each) => each.database))) {
    await unlessThere(() => createDatabase(database));
  }
  for (const each of containers) {
    await unlessThere(() =>
      createContainer(
        each,
        { partitionKey: { paths: [each.partitionKey], kind: 'Hash', version: 2 } },
        SAMPLE_THROUGHPUT,
      ),
    );
    await write(
      each,
      (items) => {
        progress.done += items;
        report({ ...progress });
      },
      () => progress.throttled++,
    );
  }
}

async function write(
  sample: SampleContainer,
  done: (items: number) => void,
  throttled: () => void,
) {
  const waiting = batches(sample).reverse();
  const writer = async () => {
    for (let batch = waiting.pop(); batch; batch = waiting.pop()) {
      const { key, items } = batch;
      await patiently(() => upsertAll(sample, key, items), throttled);
      done(items.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
}

/** Items that may be written together: of one partition key, and not too many. */
function batches(sample: SampleContainer): { key: Json[]; items: JsonObject[] }[] {
  const byKey = new Map<string, { key: Json[]; items: JsonObject[] }>();
  const full: { key: Json[]; items: JsonObject[] }[] = [];
  for (const item of sample.items) {
    const key = partitionKey([sample.partitionKey], item);
    const name = writeJson(key);
    const batch = byKey.get(name) ?? { key, items: [] };
    batch.items.push(item);
    byKey.set(name, batch);
    if (batch.items.length === BATCH) {
      full.push(batch);
      byKey.delete(name);
    }
  }
  return [...full, ...byKey.values()];
}

async function unlessThere(create: () => Promise<void>): Promise<void> {
  try {
    await create();
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 409) {
      throw failure;
    }
  }
}
