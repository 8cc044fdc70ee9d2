import { type ReactNode, useState } from 'react';
import { patiently } from '../../api/sql';
import { count, units, visible } from '../../lib/format';
import { listOfNames } from '../../lib/rows';
import { useAddressValues } from '../../ui/address-values';
import { Confirmed } from '../../ui/confirmed';
import { Dialog, Failure } from '../../ui/pieces';

function toggled(before: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  const after = new Set(before);
  if (on) {
    after.add(name);
  } else {
    after.delete(name);
  }
  return after;
}

const Pick = (props: { name: string; picked: boolean; pick: (on: boolean) => void }) => (
  <input
    type="checkbox"
    aria-label={`Pick ${props.name}`}
    checked={props.picked}
    onChange={(event) => props.pick(event.target.checked)}
  />
);

export function Condition(props: {
  label: string;
  value: string;
  example: string;
  apply: (condition: string) => void;
}) {
  const [text, setText] = useState(props.value);
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        props.apply(text.trim());
      }}
    >
      <label className="inline">
        <code>{props.label}</code>
        <input
          value={text}
          placeholder={props.example}
          size={30}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit">Apply</button>
    </form>
  );
}

/** The columns that somebody chose, which stand behind the address; null before. */
export function useShownColumns(): readonly [string[] | null, (columns: string[]) => void] {
  const [search, change] = useAddressValues(true);
  return [
    listOfNames(search.get('columns')),
    (columns) => change({ columns: JSON.stringify(columns) }),
  ];
}

export function ColumnChoice(props: {
  all: readonly string[];
  chosen: readonly string[];
  choose: (columns: string[]) => void;
}) {
  return (
    <details>
      <summary>Columns</summary>
      <div className="row">
        {props.all.map((name) => (
          <label className="inline" key={name}>
            <input
              type="checkbox"
              checked={props.chosen.includes(name)}
              onChange={(event) =>
                props.choose(
                  props.all.filter((each) =>
                    each === name ? event.target.checked : props.chosen.includes(each),
                  ),
                )
              }
            />
            {visible(name, 60)}
          </label>
        ))}
      </div>
    </details>
  );
}

export function DeletePicked(props: {
  places: readonly string[];
  remove: (place: string) => Promise<unknown>;
  close: (done: boolean) => void;
}) {
  const [failure, setFailure] = useState<unknown>(null);
  const run = async () => {
    setFailure(null);
    try {
      for (const place of props.places) {
        await patiently(() => props.remove(place));
      }
    } catch (error) {
      setFailure(error);
      return;
    }
    props.close(true);
  };
  return (
    <Dialog title="Delete items" close={() => props.close(failure !== null)}>
      <Confirmed confirm="Delete" danger run={run} close={() => props.close(failure !== null)}>
        <p>
          {props.places.length === 1 ? 'One item is' : `${count(props.places.length)} items are`}{' '}
          deleted. This cannot be undone.
        </p>
        {failure !== null && <Failure error={failure} />}
      </Confirmed>
    </Dialog>
  );
}

/** The first column of a list, where those that are to be deleted are picked. */
export const pickColumn = (
  picked: ReadonlySet<string>,
  setPicked: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void,
  at: (index: number) => { name: string; place: string },
  rows: number,
) => ({
  width: 2.6,
  head: (
    <Pick
      name="all"
      picked={rows > 0 && picked.size >= rows}
      pick={(on) =>
        setPicked(
          () =>
            new Set(on ? Array.from({ length: rows }, (_, index) => at(index).place) : undefined),
        )
      }
    />
  ),
  cell: (index: number): ReactNode => {
    const { name, place } = at(index);
    return (
      <Pick
        name={name}
        picked={picked.has(place)}
        pick={(on) => setPicked((before) => toggled(before, place, on))}
      />
    );
  },
});

/** How much of a list is here, and the way to more of it. */
export function ListEnd(props: {
  loaded: number;
  charge: number;
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  return (
    <div className="row spread">
      <span className="small quiet">
        {count(props.loaded)} loaded · {units(props.charge)}
      </span>
      {props.pages.hasNextPage && (
        <button
          type="button"
          disabled={props.pages.isFetchingNextPage}
          onClick={() => void props.pages.fetchNextPage()}
        >
          Load more
        </button>
      )}
    </div>
  );
}
