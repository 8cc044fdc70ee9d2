import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/admin';
import { useDefinition } from '../../api/queries';
import {
  deleteScript,
  KINDS,
  type Kind,
  type ProcedureResult,
  readScripts,
  runProcedure,
  type Script,
  saveScript,
} from '../../api/scripts';
import type { Target } from '../../lib/address';
import { units, visible } from '../../lib/format';
import { type Json, parseJson, writeJson } from '../../lib/json';
import { rights } from '../../lib/permissions';
import { useAddressValues } from '../../ui/address-values';
import { LazyEditor } from '../../ui/lazy-editor';
import { Card, Empty, Failure, Loaded } from '../../ui/pieces';

const BODIES: Record<Kind, string> = {
  sprocs: `function (name) {
  console.log('called with ' + name);
  getContext().getResponse().setBody('Hello, ' + name);
}`,
  triggers: `function () {
  const item = getContext().getRequest().getBody();
  item.checked = true;
  getContext().getRequest().setBody(item);
}`,
  udfs: `function (value) {
  return value * 2;
}`,
};

const TRIGGER_TYPES = ['Pre', 'Post'];
const TRIGGER_OPERATIONS = ['All', 'Create', 'Replace', 'Delete'];

const newScript = (kind: Kind): Script => ({
  kind,
  id: '',
  body: BODIES[kind],
  ...(kind === 'triggers' ? { triggerType: 'Pre', triggerOperation: 'All' } : {}),
});

/** What an address names a script by: those of different kinds may share an id. */
const nameOf = (script: Script): string => `${script.kind}/${script.id}`;

/** Procedures, triggers and functions of a container, and the one that is looked at. */
export function Scripts(props: { target: Target }) {
  const { target } = props;
  const may = rights(useSession().data);
  const client = useQueryClient();
  const scripts = useQuery({
    queryKey: ['scripts', target],
    queryFn: ({ signal }) => readScripts(target, signal),
  });
  const [search, change] = useAddressValues();
  const [draft, setDraft] = useState<Script | null>(null);
  const name = search.get('script');
  const stored = scripts.data?.find((each) => nameOf(each) === name);
  const open = (script: Script | null) => {
    setDraft(null);
    change({ script: script && nameOf(script) });
  };
  const changed = async (next: Script | null) => {
    await client.invalidateQueries({ queryKey: ['scripts', target] });
    open(next);
  };
  return (
    <>
      <Card title="Scripts">
        <Loaded of={scripts} what="scripts">
          {(all) => (
            <>
              {all.length === 0 && <Empty>This container has no scripts.</Empty>}
              {KINDS.map(({ path, name }) => (
                <section className="stack" key={path} aria-label={name}>
                  <div className="row spread">
                    <h3>{name}</h3>
                    {may.write && (
                      <button
                        type="button"
                        aria-label={`New in ${name.toLowerCase()}`}
                        onClick={() => setDraft(newScript(path))}
                      >
                        New
                      </button>
                    )}
                  </div>
                  <div className="row">
                    {all
                      .filter((each) => each.kind === path)
                      .map((each) => (
                        <button
                          type="button"
                          className="plain"
                          key={each.id}
                          onClick={() => open(each)}
                        >
                          {visible(each.id, 60)}
                        </button>
                      ))}
                  </div>
                </section>
              ))}
            </>
          )}
        </Loaded>
      </Card>
      {draft && (
        <Opened
          key={`new ${draft.kind}`}
          target={target}
          script={draft}
          isNew
          mayWrite={may.write}
          changed={changed}
          close={() => setDraft(null)}
        />
      )}
      {stored && !draft && (
        <Opened
          key={nameOf(stored)}
          target={target}
          script={stored}
          isNew={false}
          mayWrite={may.write}
          changed={changed}
          close={() => open(null)}
        />
      )}
      {scripts.data && name !== null && !stored && !draft && (
        <Card title="Script">
          <Empty>There is no script {visible(name, 60)} here any more.</Empty>
        </Card>
      )}
      {stored?.kind === 'sprocs' && !draft && may.write && (
        <RunProcedure key={`run ${stored.id}`} target={target} id={stored.id} />
      )}
    </>
  );
}

function Opened(props: {
  target: Target;
  script: Script;
  isNew: boolean;
  mayWrite: boolean;
  changed: (next: Script | null) => Promise<void>;
  close: () => void;
}) {
  const { target, isNew, mayWrite } = props;
  const [script, setScript] = useState(props.script);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (work: () => Promise<void>, next: Script | null) => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
      return;
    }
    await props.changed(next);
  };
  return (
    <Card
      title={isNew ? 'New script' : `Script ${visible(script.id, 60)}`}
      actions={
        <>
          {mayWrite && (
            <button
              type="button"
              className="primary"
              disabled={script.id === '' || (!isNew && script.body === props.script.body)}
              onClick={() => void attempt(() => saveScript(target, script, isNew), script)}
            >
              {isNew ? 'Create script' : 'Save script'}
            </button>
          )}
          {mayWrite && !isNew && (
            <button
              type="button"
              className="danger"
              onClick={() => void attempt(() => deleteScript(target, script.kind, script.id), null)}
            >
              Delete script
            </button>
          )}
          <button type="button" onClick={props.close}>
            Close
          </button>
        </>
      }
    >
      {isNew && (
        <label>
          Name
          <input
            value={script.id}
            onChange={(event) => setScript({ ...script, id: event.target.value })}
          />
        </label>
      )}
      {script.kind === 'triggers' && (
        <div className="row">
          <Choice
            name="Runs"
            options={TRIGGER_TYPES}
            chosen={script.triggerType}
            disabled={!isNew}
            choose={(triggerType) => setScript({ ...script, triggerType })}
          />
          <Choice
            name="Operation"
            options={TRIGGER_OPERATIONS}
            chosen={script.triggerOperation}
            disabled={!isNew}
            choose={(triggerOperation) => setScript({ ...script, triggerOperation })}
          />
        </div>
      )}
      <LazyEditor
        label="Script"
        language="javascript"
        value={script.body}
        onChange={(body) => setScript((before) => ({ ...before, body }))}
        readOnly={!mayWrite}
      />
      {failure !== null && <Failure error={failure} />}
    </Card>
  );
}

const Choice = (props: {
  name: string;
  options: readonly string[];
  chosen: string | undefined;
  disabled: boolean;
  choose: (option: string) => void;
}) => (
  <label className="inline">
    {props.name}
    <select
      value={props.chosen}
      disabled={props.disabled}
      onChange={(event) => props.choose(event.target.value)}
    >
      {props.options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  </label>
);

/** A procedure with its arguments, for one partition key. */
function RunProcedure(props: { target: Target; id: string }) {
  const definition = useDefinition(props.target);
  return (
    <Card title="Run the procedure">
      <Loaded of={definition} what="the container">
        {(known) => (
          <Run
            target={props.target}
            id={props.id}
            anyKey={writeJson(known.partitionKey.paths.map(() => ''))}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Run(props: { target: Target; id: string; anyKey: string }) {
  const [key, setKey] = useState(props.anyKey);
  const [given, setGiven] = useState('[]');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ProcedureResult | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    setResult(null);
    try {
      setResult(await runProcedure(props.target, props.id, list(key), list(given)));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <div className="row">
        <label className="inline">
          Partition key
          <input value={key} onChange={(event) => setKey(event.target.value)} />
        </label>
        <label className="inline">
          Arguments
          <input value={given} onChange={(event) => setGiven(event.target.value)} />
        </label>
        <button type="submit" className="primary" disabled={busy}>
          Run procedure
        </button>
      </div>
      {failure !== null && <Failure error={failure} />}
      {result && (
        <>
          <p className="small quiet" role="status">
            {units(result.charge)}
          </p>
          <pre className="raw" tabIndex={0}>
            {result.text === '' ? '(no answer)' : visible(result.text, 10_000)}
          </pre>
          {result.log !== '' && (
            <>
              <p className="small quiet">Log</p>
              <pre className="raw" tabIndex={0}>
                {result.log}
              </pre>
            </>
          )}
        </>
      )}
    </form>
  );
}

/** A list as JSON. Throws a SyntaxError if it is none. */
function list(text: string): Json[] {
  const read = parseJson(text);
  if (!Array.isArray(read)) {
    throw new SyntaxError('This is written as a JSON array.');
  }
  return read;
}
