import { bytes, count } from '../lib/format';
import { isObject, type Json } from '../lib/json';
import { type QueryRoute, totals } from '../lib/verdicts';

/** A box for each partition that was asked, with what was read there; and the indexes. */
export function RouteOf(props: { routes: (QueryRoute | null)[]; indexes: Json }) {
  const all = totals(props.routes);
  const access = props.routes.find((route) => route)?.access;
  return (
    <div className="stack">
      {access && (
        <p className="small">
          Found by <code>{access}</code>
        </p>
      )}
      <ul className="route" aria-label="Partitions">
        {all.map((each) => (
          <li key={each.id} className={each.entries > 0 ? 'box touched' : 'box'}>
            <strong>Partition {each.id}</strong>
            <div className="number">{count(each.entries)} entries</div>
            <div className="number">{count(each.items)} items read</div>
            <div className="number quiet">{bytes(each.bytes)}</div>
          </li>
        ))}
      </ul>
      <Indexes indexes={props.indexes} />
    </div>
  );
}

function Indexes(props: { indexes: Json }) {
  const used = [
    ...specs(props.indexes, 'UtilizedSingleIndexes'),
    ...specs(props.indexes, 'UtilizedCompositeIndexes'),
  ];
  const missing = [
    ...specs(props.indexes, 'PotentialSingleIndexes'),
    ...specs(props.indexes, 'PotentialCompositeIndexes'),
  ];
  if (used.length === 0 && missing.length === 0) {
    return null;
  }
  return (
    <div className="row small">
      {used.map((each) => (
        <span key={`used ${each}`} className="tag good">
          index {each}
        </span>
      ))}
      {missing.map((each) => (
        <span key={`missing ${each}`} className="tag warn">
          would help: {each}
        </span>
      ))}
    </div>
  );
}

function specs(indexes: Json, name: string): string[] {
  const list = isObject(indexes) ? indexes[name] : undefined;
  return Array.isArray(list)
    ? list.flatMap((each) => {
        const spec = isObject(each) ? (each.IndexSpec ?? each.IndexSpecs) : undefined;
        return spec === undefined ? [] : [Array.isArray(spec) ? spec.join(', ') : String(spec)];
      })
    : [];
}
