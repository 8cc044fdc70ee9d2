import type { EChartsCoreOption } from 'echarts/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { csv, visible } from '../lib/format';
import type { Verdict } from '../lib/verdicts';
import type { Instance } from './chart';
import { type Colours, colours } from './chart-style';
import { Card, download, Loading } from './pieces';

const Chart = lazy(() => import('./chart'));

export interface NumberTable {
  head: string[];
  rows: (string | number)[][];
}

/** How a drawing is put on a canvas. */
export interface Painting {
  width: number;
  height: number;
  draw: (canvas: CanvasRenderingContext2D, colours: Colours) => void;
}

const ROWS_SHOWN = 200;
const PIXEL_RATIO = 2;

/** A drawing as a PNG. */
function painted(painting: Painting): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = painting.width * PIXEL_RATIO;
  canvas.height = painting.height * PIXEL_RATIO;
  const context = canvas.getContext('2d');
  if (context) {
    context.scale(PIXEL_RATIO, PIXEL_RATIO);
    const palette = colours(document.body);
    context.fillStyle = palette.surface;
    context.fillRect(0, 0, painting.width, painting.height);
    context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
    painting.draw(context, palette);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** A picture with its verdict, the numbers it is made of, and both as files. */
export function Picture(props: {
  title: string;
  name: string;
  verdict: Verdict | null;
  option?: (colours: Colours) => EChartsCoreOption;
  drawing?: ReactNode;
  /** The drawing once more, for a file. */
  paint?: Painting;
  tall?: boolean;
  table: NumberTable;
  /** What one has to know to read it. */
  note?: string | null;
}) {
  const [instance, setInstance] = useState<Instance | null>(null);
  const [open, setOpen] = useState(false);
  const png = async () => {
    const blob = props.paint ? await painted(props.paint) : null;
    if (blob) {
      download(`${props.name}.png`, 'image/png', blob);
    }
    if (instance) {
      const link = document.createElement('a');
      link.href = instance.getDataURL({
        pixelRatio: 2,
        backgroundColor: getComputedStyle(document.documentElement).backgroundColor,
      });
      link.download = `${props.name}.png`;
      link.click();
    }
  };
  const { table } = props;
  return (
    <Card
      title={props.title}
      actions={
        <>
          {(props.option || props.paint) && (
            <button
              type="button"
              aria-label={`${props.title} as PNG`}
              disabled={props.option !== undefined && instance === null}
              onClick={() => void png()}
            >
              PNG
            </button>
          )}
          <button
            type="button"
            aria-label={`${props.title} as CSV`}
            onClick={() =>
              download(`${props.name}.csv`, 'text/csv', csv([table.head, ...table.rows]))
            }
          >
            CSV
          </button>
        </>
      }
    >
      {props.verdict && (
        <p className={`verdict ${props.verdict.grade}`}>{visible(props.verdict.text, 500)}</p>
      )}
      {props.option && (
        <Suspense fallback={<Loading what="the picture" />}>
          <Chart
            label={`${props.title}. ${props.verdict?.text ?? ''}`}
            option={props.option}
            ready={setInstance}
            {...(props.tall ? { tall: true } : {})}
          />
        </Suspense>
      )}
      {props.drawing}
      <div className="picture-foot">
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="small">Numbers</summary>
          {open && <Numbers title={props.title} table={table} />}
        </details>
        {props.note && <span className="small quiet">{props.note}</span>}
      </div>
    </Card>
  );
}

/** Only while somebody looks: pictures that follow the server would make it anew every few seconds. */
function Numbers(props: { title: string; table: NumberTable }) {
  const { table } = props;
  return (
    <>
      <div className="table numbers" tabIndex={0}>
        <table aria-label={`Numbers of ${props.title}`}>
          <thead>
            <tr>
              {table.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, ROWS_SHOWN).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={table.head[column]} className={typeof cell === 'number' ? 'right' : ''}>
                    {typeof cell === 'number' ? cell : visible(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.rows.length > ROWS_SHOWN && (
        <p className="small quiet">
          The first {ROWS_SHOWN} of {table.rows.length}; the CSV has all.
        </p>
      )}
    </>
  );
}
