import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConnectionStrings, useDatabases, useSession, useStatus } from '../api/admin';
import { address } from '../lib/address';
import { bytes, count, duration } from '../lib/format';
import { rights } from '../lib/permissions';
import { sampleData } from '../lib/sample';
import { snippets } from '../lib/snippets';
import { useAddressValues } from '../ui/address-values';
import { Card, Copyable, CopyButton, Failure, Figures, Loaded, Page, Tabs } from '../ui/pieces';
import { type LoadProgress, loadSample } from '../ui/sample-loader';

const API_NAMES: Record<string, string> = {
  sql: 'SQL',
  mongo: 'MongoDB',
  table: 'Table',
  cassandra: 'Cassandra',
  gremlin: 'Gremlin',
};

export default function Start() {
  const may = rights(useSession().data);
  return (
    <Page
      title="Start"
      about="Connect a program, or fill the server with something to look at."
      actions={<Version />}
    >
      <State />
      <div className="grid">
        {may.secrets ? <Connections /> : <ReadOnlyNotice />}
        {may.secrets && <Programs />}
      </div>
      <Sample enabled={may.write} />
    </Page>
  );
}

function Version() {
  const version = useStatus().data?.version;
  return version && <span className="tag">Orrery {version}</span>;
}

function State() {
  const status = useStatus();
  return (
    <Loaded of={status} what="the server's state">
      {(state) => (
        <section aria-label="Server" className="stack">
          <Figures
            figures={[
              ['Running for', duration(state.uptimeSeconds)],
              ['Containers', count(state.containers)],
              ['Physical partitions', count(state.partitions)],
              ['Items', count(state.items)],
              ['Data and index', bytes(state.dataBytes + state.indexBytes)],
            ]}
          />
          {state.faults.length > 0 && (
            <div className="notice bad" role="alert">
              {state.faults.map((fault) => (
                <p key={fault}>{fault}</p>
              ))}
            </div>
          )}
        </section>
      )}
    </Loaded>
  );
}

function ReadOnlyNotice() {
  return (
    <Card title="Connection strings">
      <p className="quiet">
        You are signed in with a read-only key: keys and connection strings are not shown.
      </p>
      <Certificate />
    </Card>
  );
}

function Connections() {
  const strings = useConnectionStrings(true);
  return (
    <Card title="Connection strings">
      <Loaded of={strings} what="connection strings">
        {(all) => (
          <div className="stack">
            {all
              .filter((each) => each.key === 'primary')
              .map((each) => (
                <div className="stack" key={each.api}>
                  <h3>{API_NAMES[each.api] ?? each.api} API</h3>
                  <Copyable
                    text={each.connectionString}
                    name={`connection string of the ${API_NAMES[each.api] ?? each.api} API`}
                  />
                </div>
              ))}
          </div>
        )}
      </Loaded>
      <Certificate />
    </Card>
  );
}

function Programs() {
  const strings = useConnectionStrings(true);
  const [search, change] = useAddressValues(true);
  return (
    <Card title="First program">
      <Loaded of={strings} what="the programs">
        {(all) => {
          const find = (api: string) =>
            all.find((each) => each.api === api && each.key === 'primary')?.connectionString;
          const programs = snippets(find('sql'), find('mongo'));
          const chosen =
            programs.find((each) => each.language === search.get('language')) ?? programs[0];
          return chosen ? (
            <div className="stack">
              <Tabs
                label="Language"
                tabs={programs.map((each) => [each.language, each.language] as const)}
                chosen={chosen.language}
                choose={(language) => change({ language })}
              />
              <div className="row spread">
                <span className="quiet small">
                  Needs <code>{chosen.needs}</code>
                </span>
                <CopyButton text={chosen.text} name={`the ${chosen.language} program`} />
              </div>
              <pre className="snippet" tabIndex={0}>
                {chosen.text}
              </pre>
            </div>
          ) : (
            <p className="quiet">No API that has a sample program is open.</p>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Certificate() {
  return (
    <p className="small quiet">
      The ports speak http and https. For https, trust the server's certificate:{' '}
      <a href="/_explorer/emulator.pem" download>
        emulator.pem
      </a>
      .
    </p>
  );
}

function Sample(props: { enabled: boolean }) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<LoadProgress | null>(null);
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  const containers = sampleData(0);
  const there = new Set(useDatabases().data?.map((each) => each.name));
  const load = async () => {
    setState('running');
    setFailure(null);
    try {
      await loadSample(sampleData(), setProgress);
      setState('done');
    } catch (error) {
      setFailure(error);
      setState('idle');
    }
    await client.invalidateQueries();
  };
  return (
    <Card
      title="Sample data"
      actions={
        <button
          type="button"
          className="primary"
          disabled={!props.enabled || state === 'running'}
          onClick={() => void load()}
        >
          Load sample data
        </button>
      }
    >
      <p>
        A shop and a fleet of devices, each stored twice: once with a partition key that spreads,
        and once with one that does not. Every picture has something to show afterwards.
      </p>
      {!props.enabled && <p className="quiet small">A read-only key cannot write.</p>}
      {state !== 'idle' && (
        <p role="status" className={state === 'done' ? 'verdict good' : 'small'}>
          {state === 'running' && progress && (
            <>
              {count(progress.done)} of {count(progress.of)} items
              {progress.throttled > 0 && <>, throttled {count(progress.throttled)} times</>}
            </>
          )}
          {state === 'done' && 'Loaded. Compare the containers under Partitions.'}
        </p>
      )}
      {state === 'running' && progress && (
        <progress aria-label="Sample data" value={progress.done} max={progress.of} />
      )}
      {failure !== null && <Failure error={failure} />}
      <div className="table" tabIndex={0}>
        <table aria-label="Sample data">
          <thead>
            <tr>
              <th scope="col">Container</th>
              <th scope="col">Key</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {containers.map((each) => (
              <tr key={each.container}>
                <td>
                  {there.has(each.database) ? (
                    <Link
                      href={address('/partitions', {
                        database: each.database,
                        container: each.container,
                      })}
                    >
                      {each.container}
                    </Link>
                  ) : (
                    each.container
                  )}
                </td>
                <td>
                  <code>{each.partitionKey}</code>{' '}
                  <span className={each.good ? 'tag good' : 'tag bad'}>
                    {each.good ? 'good' : 'bad'}
                  </span>
                </td>
                <td className="wrap">{each.why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
