import { Link } from 'wouter';
import { address, type Target } from '../lib/address';
import { includedPaths, indexUse } from '../lib/better-index';
import { bytes, count, units } from '../lib/format';
import type { Json } from '../lib/json';
import { type QueryRoute, routeVerdict, type TouchedPartition, totals } from '../lib/verdicts';
import { type Painting, Picture } from './picture';
import { Copyable } from './pieces';

const BOX = { width: 150, height: 112, gap: 8 };
const BOXES_PER_ROW = 6;
const BOXES_PAINTED = 120;

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const lines = (each: TouchedPartition): string[] => [
  units(each.requestUnits),
  milliseconds(each.milliseconds),
  `${count(each.items)} read, ${count(each.returned)} given`,
  `${count(each.entries)} entries, ${bytes(each.bytes)}`,
];

/** A box for each partition that was asked, with what it cost, read and gave; and the indexes. */
export function RouteOf(props: {
  target: Target;
  routes: (QueryRoute | null)[];
  indexes: Json;
  charge: number;
  /** How many partitions the container has. */
  partitions: number;
}) {
  const all = totals(props.routes);
  const access = props.routes.find((route) => route)?.access;
  const others = props.partitions - all.length;
  return (
    <Picture
      title="Route"
      name="route"
      verdict={routeVerdict(props.routes, props.charge, props.partitions)}
      drawing={
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
                {lines(each).map((line, at) => (
                  <div key={line} className={at < 3 ? 'number' : 'number quiet'}>
                    {line}
                  </div>
                ))}
              </li>
            ))}
            {others > 0 && (
              <li className="box quiet">
                {count(others)} {others === 1 ? 'other was' : 'others were'} not asked
              </li>
            )}
          </ul>
          <Indexes target={props.target} indexes={props.indexes} />
        </div>
      }
      paint={painting(all)}
      table={{
        head: ['Partition', 'RU', 'Milliseconds', 'Entries', 'Items read', 'Rows given', 'Bytes'],
        rows: all.map((each) => [
          each.id,
          each.requestUnits,
          each.milliseconds,
          each.entries,
          each.items,
          each.returned,
          each.bytes,
        ]),
      }}
    />
  );
}

function painting(all: readonly TouchedPartition[]): Painting {
  const drawn = all.slice(0, BOXES_PAINTED);
  const across = Math.min(BOXES_PER_ROW, Math.max(1, drawn.length));
  const step = { x: BOX.width + BOX.gap, y: BOX.height + BOX.gap };
  return {
    width: across * step.x + BOX.gap,
    height: Math.ceil(drawn.length / across) * step.y + BOX.gap,
    draw: (canvas, colours) => {
      drawn.forEach((each, at) => {
        const x = BOX.gap + (at % across) * step.x;
        const y = BOX.gap + Math.floor(at / across) * step.y;
        canvas.fillStyle = each.entries > 0 ? colours.accentGround : colours.surface;
        canvas.fillRect(x, y, BOX.width, BOX.height);
        canvas.strokeStyle = each.entries > 0 ? colours.accent : colours.line;
        canvas.strokeRect(x, y, BOX.width, BOX.height);
        canvas.fillStyle = colours.text;
        [`Partition ${each.id}`, ...lines(each)].forEach((line, row) => {
          canvas.fillText(line, x + 8, y + 20 + row * 20, BOX.width - 16);
        });
      });
    },
  };
}

/** Which indexes were read, which paths none has, and what would have to be changed for them. */
function Indexes(props: { target: Target; indexes: Json }) {
  const { used, missing } = indexUse(props.indexes);
  return (
    <>
      {used.length > 0 && (
        <div className="row small">
          {used.map((each) => (
            <span key={each} className="tag good">
              index {each}
            </span>
          ))}
        </div>
      )}
      {missing.length > 0 && (
        <div className="notice small">
          <p>
            No index has {missing.map((path) => `${path}`).join(', ')}: items were read to find out.
            Include {missing.length === 1 ? 'it' : 'them'} in the indexing policy of the{' '}
            <Link href={address('/data', { ...props.target, view: 'settings' })}>settings</Link>,
            under <code>includedPaths</code>, and take {missing.length === 1 ? 'it' : 'them'} out of{' '}
            <code>excludedPaths</code>:
          </p>
          <Copyable text={includedPaths(missing)} name="better index" />
        </div>
      )}
    </>
  );
}
