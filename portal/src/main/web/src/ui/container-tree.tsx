import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type ContainerLine, useContainersOf, useDatabases } from '../api/admin';
import { address, type Target } from '../lib/address';
import { bytes, count, visible } from '../lib/format';
import { Empty, Failure, Loaded } from './pieces';

const ROW = 31;

/** Of a container: its name, and below it what it holds. */
const TALL_ROW = 46;

const heightOf = (line: Line | undefined): number => (line?.container ? TALL_ROW : ROW);

interface Line {
  database: string;
  container: ContainerLine | null;
  /** How many a database has, once that is known. */
  containers: number | null;
}

/**
 * All databases with their containers, as links to the same page for another container. On a phone
 * they are folded away once one is chosen.
 */
export function ContainerTree(props: { page: string; target: Target | null; keep?: string[] }) {
  const databases = useDatabases();
  const [filter, setFilter] = useState('');
  const place = props.target && `${props.target.database}/${props.target.container}`;
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = place === null || openAt === place;
  return (
    <div className={open ? 'stack' : 'stack tree-closed'}>
      {place !== null && (
        <div className="tree-toggle">
          <button type="button" aria-expanded={open} onClick={() => setOpenAt(open ? null : place)}>
            Other containers
          </button>
        </div>
      )}
      <div className="stack tree-body">
        <label>
          Filter
          <input
            type="search"
            value={filter}
            placeholder="Database or container"
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        <Loaded of={databases} what="databases">
          {(all) =>
            all.length === 0 ? (
              <Empty>
                There are no databases yet. <Link href="/">Load sample data</Link>
              </Empty>
            ) : (
              <Lines {...props} databases={all.map((each) => each.name)} filter={filter} />
            )
          }
        </Loaded>
      </div>
    </div>
  );
}

function Lines(props: {
  page: string;
  target: Target | null;
  databases: string[];
  filter: string;
  keep?: string[];
}) {
  const [search] = useSearchParams();
  const { lists, failed } = useContainersOf(props.databases);
  const lines = useMemo(() => {
    const wanted = props.filter.toLowerCase();
    return props.databases.flatMap((database, at): Line[] => {
      const known = lists[at];
      const inside = known ?? [];
      const named = database.toLowerCase().includes(wanted);
      const shown = inside.filter((each) => named || each.name.toLowerCase().includes(wanted));
      return named || shown.length > 0
        ? [
            { database, container: null, containers: known ? known.length : null },
            ...shown.map((container) => ({ database, container, containers: null })),
          ]
        : [];
    });
  }, [props.databases, props.filter, lists]);
  const scroll = useRef<HTMLDivElement>(null);
  // Another function for other lines: heights are worked out anew only then.
  const keyOf = useCallback(
    (index: number) => `${lines[index]?.database}/${lines[index]?.container?.name ?? ''}`,
    [lines],
  );
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: keyOf,
    overscan: 10,
  });
  const chosen = lines.findIndex(
    (line) =>
      line.database === props.target?.database && line.container?.name === props.target.container,
  );
  useEffect(() => {
    if (chosen >= 0) {
      virtual.scrollToIndex(chosen); // an address that was shared may lead far down
    }
  }, [chosen, virtual]);
  const height = lines.reduce((sum, line) => sum + heightOf(line), 8);
  const kept = Object.fromEntries((props.keep ?? []).map((name) => [name, search.get(name)]));
  return (
    <>
      {failed && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      <nav
        aria-label="Containers"
        className="tree tree-scroll"
        ref={scroll}
        style={{ height: Math.min(560, height) }}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index] as Line;
            const style = {
              position: 'absolute' as const,
              transform: `translateY(${item.start}px)`,
              left: line.container ? 12 : 0,
              right: 0,
              height: item.size,
            };
            return line.container ? (
              <div key={item.key} style={style}>
                <Link
                  href={address(props.page, {
                    database: line.database,
                    container: line.container.name,
                    ...kept,
                  })}
                  aria-current={item.index === chosen ? 'true' : undefined}
                  title={visible(line.container.name)}
                >
                  <span>{visible(line.container.name)}</span>
                  <span className="small quiet number">
                    {count(line.container.items)} ·{' '}
                    {bytes(line.container.dataBytes + line.container.indexBytes)}
                    {line.container.api !== 'sql' && ` · ${line.container.api}`}
                  </span>
                </Link>
              </div>
            ) : (
              <div key={item.key} style={style} className="tree-database">
                <span>{visible(line.database)}</span>{' '}
                {line.containers !== null && (
                  <span className="small quiet number">{count(line.containers)}</span>
                )}
              </div>
            );
          })}
        </div>
      </nav>
    </>
  );
}
