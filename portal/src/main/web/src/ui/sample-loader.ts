import { ApiError } from '../api/http';
import { createContainer, createDatabase, createItem, partitionKey, patiently } from '../api/sql';
import { writeJson } from '../lib/json';
import { SAMPLE_THROUGHPUT, type SampleContainer } from '../lib/sample';

/** Browsers have six connections to a server; one is left for looking around meanwhile. */
const AT_ONCE = 5;

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
  for (const each of containers) {
    await unlessThere(() => createDatabase(each.database));
    await unlessThere(() =>
      createContainer(
        each,
        { partitionKey: { paths: [each.partitionKey], kind: 'Hash', version: 2 } },
        SAMPLE_THROUGHPUT,
      ),
    );
    await write(
      each,
      () => report({ ...progress, done: ++progress.done }),
      () => progress.throttled++,
    );
  }
}

async function write(sample: SampleContainer, done: () => void, throttled: () => void) {
  const waiting = [...sample.items].reverse();
  const writer = async () => {
    for (let item = waiting.pop(); item; item = waiting.pop()) {
      const next = item;
      const key = partitionKey([sample.partitionKey], next);
      await patiently(() => createItem(sample, key, writeJson(next), true), throttled);
      done();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
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
