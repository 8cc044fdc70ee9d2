import { useState } from 'react';
import type { PartitionLine, PartitionList } from '../../api/observations';
import { bytes, count } from '../../lib/format';
import { arcs } from '../../lib/ring';
import { type Painting, Picture } from '../../ui/picture';

const CENTRE = 160;
const OUTER = 148;
const INNER = 104;

const point = (share: number, radius: number): string => {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return `${(CENTRE + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE + radius * Math.sin(angle)).toFixed(2)}`;
};

function arc(from: number, to: number): string {
  const end = to - from >= 1 ? from + 0.9999 : to;
  const large = end - from > 0.5 ? 1 : 0;
  return `M ${point(from, OUTER)} A ${OUTER} ${OUTER} 0 ${large} 1 ${point(end, OUTER)} L ${point(end, INNER)} A ${INNER} ${INNER} 0 ${large} 0 ${point(from, INNER)} Z`;
}

const share = (each: PartitionLine, largest: number): number =>
  0.2 + 0.8 * ((each.dataBytes + each.indexBytes) / largest);

const noun = (partitions: readonly unknown[]): string =>
  partitions.length === 1 ? 'partition' : 'partitions';

/** The ring on a canvas: the same arcs. */
const painting = (partitions: readonly PartitionLine[], largest: number): Painting => ({
  width: 2 * CENTRE,
  height: 2 * CENTRE,
  draw: (canvas, colours) => {
    canvas.textAlign = 'center';
    canvas.textBaseline = 'middle';
    arcs(partitions).forEach(({ from, to }, at) => {
      const each = partitions[at] as PartitionLine;
      canvas.globalAlpha = share(each, largest);
      canvas.fillStyle = colours.accent;
      canvas.strokeStyle = colours.surface;
      canvas.lineWidth = 2;
      const path = new Path2D(arc(from, to));
      canvas.fill(path);
      canvas.stroke(path);
      canvas.globalAlpha = 1;
      if (to - from > 0.03) {
        const [x = '', y = ''] = point((from + to) / 2, (OUTER + INNER) / 2).split(' ');
        canvas.lineWidth = 4;
        canvas.strokeText(String(each.ordinal), Number(x), Number(y));
        canvas.fillStyle = colours.text;
        canvas.fillText(String(each.ordinal), Number(x), Number(y));
      }
    });
    canvas.fillStyle = colours.text;
    canvas.fillText(`${count(partitions.length)} ${noun(partitions)}`, CENTRE, CENTRE);
  },
});

/** All hashes as a ring, an arc for each partition, stronger the more it holds. */
export function Ring(props: {
  list: PartitionList;
  split: ((partition: PartitionLine) => void) | null;
}) {
  const { partitions } = props.list;
  const largest = Math.max(1, ...partitions.map((each) => each.dataBytes + each.indexBytes));
  const shares = arcs(partitions);
  // Those that were there when the ring was first drawn; the others came from splits since.
  const [first] = useState(() => new Set(partitions.map((each) => each.ordinal)));
  const fresh = partitions.filter((each) => !first.has(each.ordinal));
  const splits = partitions.filter((each) => each.parents.length > 0).length;
  return (
    <Picture
      title="Hash ring"
      name="hash-ring"
      verdict={{
        grade: '',
        text: `${count(partitions.length)} ${noun(partitions)} ${partitions.length === 1 ? 'covers' : 'cover'} all hashes; ${splits === 0 ? 'none came from a split' : `${count(splits)} came from splits`}${fresh.length === 0 ? '' : `, ${count(fresh.length)} since this page was opened: ${fresh.map((each) => each.ordinal).join(', ')}`}.`,
      }}
      drawing={
        <>
          <svg className="ring" viewBox="0 0 320 320" role="img" aria-label="Hash ring">
            {shares.map(({ from, to }, at) => {
              const each = partitions[at] as PartitionLine;
              const middle = (from + to) / 2;
              const [x, y] = point(middle, (OUTER + INNER) / 2).split(' ');
              return (
                <g key={each.ordinal}>
                  <path
                    d={arc(from, to)}
                    fill="var(--accent)"
                    stroke="var(--surface)"
                    strokeWidth="2"
                    opacity={share(each, largest)}
                    className={first.has(each.ordinal) ? undefined : 'fresh'}
                  >
                    <title>
                      Partition {each.ordinal}: {count(each.items)} items,{' '}
                      {bytes(each.dataBytes + each.indexBytes)}
                    </title>
                  </path>
                  {to - from > 0.03 && (
                    <text x={x} y={y} className="ring-label">
                      {each.ordinal}
                    </text>
                  )}
                </g>
              );
            })}
            <text x={CENTRE} y={CENTRE - 6} className="ring-centre">
              {count(partitions.length)}
            </text>
            <text x={CENTRE} y={CENTRE + 18} className="ring-sub">
              {noun(partitions)}
            </text>
          </svg>
          {props.split && (
            <div className="row">
              {partitions.slice(0, 24).map((each) => (
                <button key={each.ordinal} type="button" onClick={() => props.split?.(each)}>
                  Split {each.ordinal}
                </button>
              ))}
            </div>
          )}
        </>
      }
      paint={painting(partitions, largest)}
      table={{
        head: ['Partition', 'From', 'To', 'Share of the ring', 'Parents'],
        rows: partitions.map((each, at) => [
          String(each.ordinal),
          each.minInclusive || '0',
          each.maxExclusive,
          `${(((shares[at]?.to ?? 0) - (shares[at]?.from ?? 0)) * 100).toFixed(1)} %`,
          each.parents.join(', '),
        ]),
      }}
    />
  );
}
