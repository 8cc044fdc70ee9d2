import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type ContainerLine, useDatabases } from '../api/admin';
import { admin, part } from '../api/http';
import { address, type Target } from '../lib/address';
import { bytes, count, visible } from '../lib/format';
import { Empty, Loaded } from './pieces';

const ROW = 31;

interface Line {
  database: string;
  container: ContainerLine | null;
  containers: number;
}

/** All databases with their containers, as links to the same page for another container. */
export function ContainerTree(props: { page: string; target: Target | null; keep?: string[] }) {
  const databases = useDatabases();
  const [filter, setFilter] = useState('');
  return (
    <div className="stack">
      <label>
        Filter
        <input
          type="search"
          value={filter}
          placeholder="Name of a database or container"
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
  const containers = useQueries({
    queries: props.databases.map((database) => ({
      queryKey: ['containers', database],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (
          await admin<{ containers: ContainerLine[] }>(`databases/${part(database)}/containers`, {
            signal,
          })
        ).containers,
    })),
    combine: (results) => results.map((each) => each.data ?? []),
  });
  const lines = useMemo(() => {
    const wanted = props.filter.toLowerCase();
    return props.databases.flatMap((database, at): Line[] => {
      const inside = containers[at] ?? [];
      const named = database.toLowerCase().includes(wanted);
      const shown = inside.filter((each) => named || each.name.toLowerCase().includes(wanted));
      return named || shown.length > 0
        ? [
            { database, container: null, containers: inside.length },
            ...shown.map((container) => ({ database, container, containers: 0 })),
          ]
        : [];
    });
  }, [props.databases, props.filter, containers]);
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const kept = Object.fromEntries((props.keep ?? []).map((name) => [name, search.get(name)]));
  return (
    <nav
      aria-label="Containers"
      className="tree tree-scroll"
      ref={scroll}
      style={{ height: Math.min(560, lines.length * ROW + 8) }}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index] as Line;
          const style = {
            position: 'absolute' as const,
            transform: `translateY(${item.start}px)`,
            left: line.container ? 12 : 0,
            right: 0,
            height: ROW,
          };
          return line.container ? (
            <div key={item.key} style={style}>
              <Link
                href={address(props.page, {
                  database: line.database,
                  container: line.container.name,
                  ...kept,
                })}
                aria-current={
                  props.target?.database === line.database &&
                  props.target.container === line.container.name
                    ? 'true'
                    : undefined
                }
                title={`${count(line.container.items)} items, ${bytes(line.container.dataBytes + line.container.indexBytes)}, ${line.container.api}`}
              >
                <span>{visible(line.container.name)}</span>
                <span className="small quiet number">{count(line.container.items)}</span>
              </Link>
            </div>
          ) : (
            <div key={item.key} style={style} className="tree-database">
              <span>{visible(line.database)}</span>
            </div>
          );
        })}
      </div>
    </nav>
  );
}
