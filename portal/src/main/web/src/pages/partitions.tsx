import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSession } from '../api/admin';
import {
  type PartitionLine,
  type PartitionList,
  type SplitPreview,
  split,
  useHeatMap,
  useHottestKeys,
  useLargestKeys,
  usePartitions,
  useSplitPreview,
} from '../api/observations';
import { type Target, target } from '../lib/address';
import { bytes, count, visible } from '../lib/format';
import { withIdle } from '../lib/heat';
import { rights } from '../lib/permissions';
import { splitVerdict } from '../lib/verdicts';
import { Confirmed } from '../ui/confirmed';
import { ContainerTree } from '../ui/container-tree';
import { Card, Dialog, Empty, Failure, Loaded, Page, Tabs } from '../ui/pieces';
import { Heat, HottestKeys, SpentInequality, ThrottledShare } from './partitions/requests';
import { Ring } from './partitions/ring';
import { Inequality, LargestKeys, Storage } from './partitions/storage';

const VIEWS = [
  ['storage', 'Storage'],
  ['requests', 'Requests'],
] as const;
type View = (typeof VIEWS)[number][0];
const SPANS = [
  ['10', 'last 10 minutes'],
  ['60', 'last hour'],
  ['1440', 'last day'],
] as const;

export default function Partitions() {
  const [search, setSearch] = useSearchParams();
  const chosen = target(search);
  const view: View = search.get('view') === 'requests' ? 'requests' : 'storage';
  const change = (name: string, value: string) =>
    setSearch((before) => {
      before.set(name, value);
      return before;
    });
  const span = SPANS.find(([minutes]) => minutes === search.get('span'))?.[0] ?? '10';
  return (
    <Page
      title="Partitions"
      about={
        chosen
          ? `${visible(chosen.database)} / ${visible(chosen.container)}`
          : 'Whether data and requests spread over the physical partitions, or a key is hot.'
      }
      actions={
        chosen &&
        view === 'requests' && (
          <label className="inline">
            Time
            <select value={span} onChange={(event) => change('span', event.target.value)}>
              {SPANS.map(([minutes, name]) => (
                <option key={minutes} value={minutes}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )
      }
    >
      <div className="split">
        <Card title="Containers">
          <ContainerTree page="/partitions" target={chosen} keep={['view', 'span']} />
        </Card>
        {chosen ? (
          <div className="stack wide" key={`${chosen.database}/${chosen.container}`}>
            <Tabs
              label="Pictures"
              tabs={VIEWS}
              chosen={view}
              choose={(next) => change('view', next)}
            />
            {view === 'storage' ? (
              <StorageView target={chosen} />
            ) : (
              <RequestsView target={chosen} minutes={Number(span)} />
            )}
          </div>
        ) : (
          <Card title="Pictures">
            <Empty>Choose a container to see how it spreads.</Empty>
          </Card>
        )}
      </div>
    </Page>
  );
}

function StorageView(props: { target: Target }) {
  const list = usePartitions(props.target);
  const keys = useLargestKeys(props.target);
  const may = rights(useSession().data);
  const [splitting, setSplitting] = useState<PartitionLine | null>(null);
  return (
    <Loaded of={list} what="partitions">
      {(partitions) => (
        <>
          <Storage list={partitions} />
          <div className="grid">
            <Loaded of={keys} what="keys">
              {(all) => (
                <>
                  <LargestKeys target={props.target} keys={all} list={partitions} />
                  <Inequality keys={all} />
                </>
              )}
            </Loaded>
            <Ring list={partitions} split={may.write ? setSplitting : null} />
          </div>
          {splitting && (
            <SplitDialog
              target={props.target}
              partition={splitting}
              list={partitions}
              close={() => setSplitting(null)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function RequestsView(props: { target: Target; minutes: number }) {
  const map = useHeatMap(props.target, props.minutes);
  const keys = useHottestKeys(props.target);
  const list = usePartitions(props.target);
  const ordinals = list.data?.partitions.map((each) => each.ordinal) ?? [];
  return (
    <Loaded of={map} what="the heat map">
      {(heat) =>
        heat.partitions.length === 0 ? (
          <Card title="Request units over time">
            <Empty>No requests in this time.</Empty>
          </Card>
        ) : (
          <>
            <Heat map={withIdle(heat, ordinals)} hottest={keys.data} />
            <div className="grid">
              <Loaded of={keys} what="keys">
                {(all) => (
                  <>
                    <HottestKeys target={props.target} keys={all} />
                    <SpentInequality keys={all} />
                  </>
                )}
              </Loaded>
              <ThrottledShare map={heat} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

/** Says what a split will do before it is done: it cannot be undone. */
function SplitDialog(props: {
  target: Target;
  partition: PartitionLine;
  list: PartitionList;
  close: () => void;
}) {
  const { partition } = props;
  const preview = useSplitPreview(props.target, partition.ordinal);
  return (
    <Dialog title={`Split partition ${partition.ordinal}`} close={props.close}>
      <p>
        Partition {partition.ordinal} holds {count(partition.items)} items,{' '}
        {bytes(partition.dataBytes + partition.indexBytes)}.{' '}
        {props.list.partitions.length === 1
          ? 'One partition becomes 2'
          : `${count(props.list.partitions.length)} partitions become ${count(props.list.partitions.length + 1)}`}
        , and each of the two gets half of its {count(partition.unitsPerSecond)} RU/s. It cannot be
        undone.
      </p>
      <Loaded of={preview} what="what the two would hold">
        {(seen) => <Halves {...props} seen={seen} />}
      </Loaded>
    </Dialog>
  );
}

function Halves(props: {
  target: Target;
  partition: PartitionLine;
  seen: SplitPreview;
  close: () => void;
}) {
  const { partition, seen } = props;
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const verdict = splitVerdict(seen.left, seen.right);
  const run = async () => {
    setFailure(null);
    try {
      await split(props.target, partition.ordinal, seen.at);
    } catch (error) {
      setFailure(error);
      return;
    }
    await client.invalidateQueries({ queryKey: ['observed', props.target] });
    props.close();
  };
  const halves = [
    { name: 'Left', from: partition.minInclusive || '0', to: seen.at, held: seen.left },
    { name: 'Right', from: seen.at, to: partition.maxExclusive, held: seen.right },
  ];
  return (
    <Confirmed confirm="Split now" run={run} close={props.close}>
      <p className={`verdict ${verdict.grade}`}>{verdict.text}</p>
      <div className="table" tabIndex={0}>
        <table aria-label="What the two would hold">
          <thead>
            <tr>
              <th scope="col">Half</th>
              <th scope="col">Hashes</th>
              <th scope="col" className="right">
                Items
              </th>
              <th scope="col" className="right">
                Data
              </th>
              <th scope="col" className="right">
                Index
              </th>
            </tr>
          </thead>
          <tbody>
            {halves.map(({ name, from, to, held }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>
                  <code>
                    {from.slice(0, 8)} … {to.slice(0, 8)}
                  </code>
                </td>
                <td className="right">{count(held.items)}</td>
                <td className="right">{bytes(held.dataBytes)}</td>
                <td className="right">{bytes(held.indexBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failure !== null && <Failure error={failure} />}
    </Confirmed>
  );
}
