import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { type Typed, tint } from '../lib/eyes';
import type { Json } from '../lib/json';
import { cellOf, cellText, widthOf } from '../lib/rows';
import type { Grade } from '../lib/verdicts';

const ROW = 33;
const ROWS_MEASURED = 30;

/** Rows of any number: only those in sight are there. */
export function RowsTable(props: {
  label: string;
  rows: readonly Json[];
  columns: readonly string[];
  /** What a cell has, with its type; plain text without. */
  typed?: (row: Json, name: string) => Typed | null;
  /** Columns of numbers, which end below each other. */
  numbers?: readonly string[];
  /** How a cell is marked. */
  mark?: (row: Json, name: string) => Grade | null;
  height?: number;
  lead?: { width: number; head: ReactNode; cell: (index: number) => ReactNode };
  chosen?: number | null;
  choose?: (index: number) => void;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const { lead, choose } = props;
  const names = props.columns.length > 0 ? props.columns : [''];
  const widths = useWidths(props.rows, names, props.typed);
  const isNumber = (name: string) => props.numbers?.includes(name) ?? false;
  const template = `${lead ? `${lead.width}rem ` : ''}${widths.map((rem) => `minmax(${rem}rem, ${rem}fr)`).join(' ')}`;
  const width = `max(100%, ${widths.reduce((sum, rem) => sum + rem, lead?.width ?? 0)}rem)`;
  return (
    <div
      className="virtual"
      role="table"
      aria-label={props.label}
      aria-rowcount={props.rows.length + 1}
      ref={scroll}
      tabIndex={0}
      style={{ maxHeight: props.height ?? 420 }}
    >
      <div role="rowgroup" className="virtual-head" style={{ width }}>
        <div
          role="row"
          aria-rowindex={1}
          className="virtual-row"
          style={{ position: 'static', gridTemplateColumns: template }}
        >
          {lead && <HeadCell>{lead.head}</HeadCell>}
          {names.map((name) => (
            <HeadCell key={name} right={isNumber(name)}>
              {name === '' ? 'value' : cellText(name, 60)}
            </HeadCell>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative', width }}>
        {virtual.getVirtualItems().map((item) => {
          const row = props.rows[item.index] as Json;
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              className="virtual-row"
              style={{
                height: ROW,
                transform: `translateY(${item.start}px)`,
                gridTemplateColumns: template,
                ...(props.chosen === item.index ? { background: 'var(--accent-ground)' } : {}),
              }}
            >
              {lead && <Cell>{lead.cell(item.index)}</Cell>}
              {names.map((name, at) => {
                const typed = props.typed?.(row, name);
                const mark = props.mark?.(row, name);
                const text = typed === undefined ? plainText(row, name) : (typed?.text ?? '');
                return (
                  <Cell key={name} typed={Boolean(typed)} right={isNumber(name)}>
                    {at === 0 && choose ? (
                      <button
                        type="button"
                        className="plain cell"
                        onClick={() => choose(item.index)}
                      >
                        {text || '(empty)'}
                      </button>
                    ) : mark ? (
                      <span className={`tag ${mark}`}>{text}</span>
                    ) : typed ? (
                      <span className={`typed ${tint(typed.type)}`}>{text}</span>
                    ) : (
                      text
                    )}
                    {typed && <span className="type">{typed.type}</span>}
                  </Cell>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const plainText = (row: Json, name: string): string =>
  cellText(name === '' ? row : cellOf(row, name));

/** In rem. Columns grow with what comes and never shrink, so that a live list does not jump. */
function useWidths(
  rows: readonly Json[],
  names: readonly string[],
  typed: ((row: Json, name: string) => Typed | null) | undefined,
): number[] {
  const grown = useRef(new Map<string, number>());
  return names.map((name) => {
    const texts = rows.slice(0, ROWS_MEASURED).map((row) => {
      const value = typed?.(row, name);
      return value ? `${value.text} ${value.type}` : plainText(row, name);
    });
    const width = Math.max(grown.current.get(name) ?? 0, widthOf([name, ...texts]));
    grown.current.set(name, width);
    return width;
  });
}

const HeadCell = (props: { right?: boolean; children: ReactNode }) => (
  <div role="columnheader" className={props.right ? 'right' : undefined}>
    {props.children}
  </div>
);
const Cell = (props: { typed?: boolean; right?: boolean; children: ReactNode }) => (
  <div role="cell" className={props.typed ? 'with-type' : props.right ? 'right' : undefined}>
    {props.children}
  </div>
);
