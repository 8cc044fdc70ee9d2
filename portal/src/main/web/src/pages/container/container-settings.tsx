import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useContainers, useSession } from '../../api/admin';
import { type PartitionList, usePartitions } from '../../api/observations';
import { useDefinition } from '../../api/queries';
import {
  type ContainerDefinition,
  type Offer,
  readOffer,
  replaceContainer,
  replaceOffer,
} from '../../api/sql';
import type { Target } from '../../lib/address';
import { count, visible } from '../../lib/format';
import { isObject, parseJson, writeJson } from '../../lib/json';
import { rights } from '../../lib/permissions';
import { checkSettings, type SettingsCheck } from '../../lib/settings-check';
import { throughputPreview } from '../../lib/throughput';
import { LazyEditor } from '../../ui/lazy-editor';
import { Card, Failure, Loaded } from '../../ui/pieces';

/** What a container cannot change, and what the server adds to it. */
const FIXED = new Set([
  'id',
  'partitionKey',
  'uniqueKeyPolicy',
  '_rid',
  '_self',
  '_etag',
  '_ts',
  '_docs',
  '_sprocs',
  '_triggers',
  '_udfs',
  '_conflicts',
]);

/** Indexing, time to live and throughput of a container. */
export function ContainerSettings(props: { target: Target }) {
  const definition = useDefinition(props.target);
  return (
    <Loaded of={definition} what="the container">
      {(known) => (
        <>
          <Definition key={String(known._etag)} target={props.target} known={known} />
          <Throughput target={props.target} rid={String(known._rid)} />
        </>
      )}
    </Loaded>
  );
}

function Definition(props: { target: Target; known: ContainerDefinition }) {
  const { known, target } = props;
  const may = rights(useSession().data);
  const client = useQueryClient();
  const changeable = useMemo(
    () => Object.entries(known).filter(([name]) => !FIXED.has(name)),
    [known],
  );
  const stored = writeJson(Object.fromEntries(changeable), 2);
  const [text, setText] = useState(stored);
  const [failure, setFailure] = useState<unknown>(null);
  const line = useContainers(target.database).data?.find((each) => each.name === target.container);
  const check = useMemo(
    () => checkSettings(text, Object.fromEntries(changeable), line?.items ?? 0),
    [text, changeable, line],
  );
  const marks = useMemo(
    () => check.faults.map((fault) => ({ ...fault, severity: 'error' as const })),
    [check],
  );
  const save = async () => {
    setFailure(null);
    try {
      const wanted = parseJson(text);
      if (!isObject(wanted)) {
        throw new SyntaxError('Settings are a JSON object.');
      }
      const fixed = Object.entries(known).filter(([name]) => FIXED.has(name));
      await replaceContainer(target, { ...wanted, ...Object.fromEntries(fixed) });
    } catch (error) {
      setFailure(error);
      return;
    }
    await client.invalidateQueries({ queryKey: ['definition', target] });
  };
  return (
    <Card title="Definition">
      <p className="small quiet">
        Partition key <code>{known.partitionKey.paths.join(', ')}</code> ({known.partitionKey.kind}
        ), {uniqueKeys(known)}. These cannot be changed.
      </p>
      <LazyEditor
        label="Settings as JSON"
        language="json"
        value={text}
        onChange={setText}
        readOnly={!may.write}
        marks={marks}
      />
      {text !== stored && <Checked check={check} />}
      {failure !== null && <Failure error={failure} />}
      {may.write && (
        <div>
          <button
            type="button"
            className="primary"
            disabled={text === stored || check.faults.length > 0}
            onClick={() => void save()}
          >
            Save settings
          </button>
        </div>
      )}
    </Card>
  );
}

/** What is wrong with what was typed, or what saving it does. */
const Checked = (props: { check: SettingsCheck }) =>
  props.check.faults.length > 0 ? (
    <div className="notice bad" role="alert">
      {props.check.faults.map((fault) => (
        <p key={`${fault.from} ${fault.message}`}>{visible(fault.message)}</p>
      ))}
    </div>
  ) : (
    <div className="notice" role="status">
      {props.check.effects.length === 0 ? (
        <p>Nothing that items or queries would notice.</p>
      ) : (
        props.check.effects.map((effect) => <p key={effect}>{visible(effect)}</p>)
      )}
    </div>
  );

/** "unique: /mail; /country, /number". */
function uniqueKeys(known: ContainerDefinition): string {
  const policy = known.uniqueKeyPolicy;
  const keys = isObject(policy) && Array.isArray(policy.uniqueKeys) ? policy.uniqueKeys : [];
  const paths = keys.flatMap((key) =>
    isObject(key) && Array.isArray(key.paths) ? [key.paths.map(String).join(', ')] : [],
  );
  return paths.length === 0 ? 'no unique keys' : `unique: ${visible(paths.join('; '))}`;
}

function Throughput(props: { target: Target; rid: string }) {
  const partitions = usePartitions(props.target);
  // Null stands for a container that shares its database's, which a query cannot have for data.
  const offer = useQuery({
    queryKey: ['offer', props.rid],
    queryFn: async ({ signal }) => ({ own: await readOffer(props.rid, signal) }),
  });
  return (
    <Card title="Throughput">
      <Loaded of={offer} what="the throughput">
        {({ own }) =>
          own ? (
            <Loaded of={partitions} what="partitions">
              {(list) => <OwnThroughput offer={own} list={list} />}
            </Loaded>
          ) : (
            <p>This container has none of its own: it shares that of its database.</p>
          )
        }
      </Loaded>
    </Card>
  );
}

function OwnThroughput(props: { offer: Offer; list: PartitionList }) {
  const { offer } = props;
  const may = rights(useSession().data);
  const client = useQueryClient();
  const [value, setValue] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const wanted = Number(value) || offer.throughput;
  const change = async () => {
    setFailure(null);
    try {
      await replaceOffer(offer, wanted);
    } catch (error) {
      setFailure(error);
      return;
    }
    setValue('');
    await client.invalidateQueries({ queryKey: ['offer'] });
    await client.invalidateQueries({ queryKey: ['containers'] });
  };
  const preview = throughputPreview(
    props.list.partitions.length,
    offer.throughput,
    wanted,
    props.list.physicalPartitionUnitsMax,
  );
  return (
    <>
      <p>
        {offer.autoscale
          ? `Up to ${count(offer.throughput)} RU/s, as much as is needed.`
          : `${count(offer.throughput)} RU/s.`}
      </p>
      {may.write && !offer.autoscale && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            void change();
          }}
        >
          <label className="inline">
            New value
            <input
              inputMode="numeric"
              value={value}
              placeholder={String(offer.throughput)}
              onChange={(event) => setValue(event.target.value)}
            />
          </label>
          <button type="submit" disabled={value === '' || !Number.isInteger(Number(value))}>
            Change
          </button>
        </form>
      )}
      <p className={value === '' ? 'small quiet' : 'verdict'} role="status">
        {value === ''
          ? `${count(preview.partitionsBefore)} physical ${preview.partitionsBefore === 1 ? 'partition' : 'partitions'}, each with ${count(preview.unitsBefore)} RU/s.`
          : preview.text}
      </p>
      {failure !== null && <Failure error={failure} />}
    </>
  );
}
