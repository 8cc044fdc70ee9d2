import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { type Typed, tint } from '../lib/eyes';
import type { Json } from '../lib/json';
import { cellOf, cellText } from '../lib/rows';

const ROW = 33;

/** Rows of any number: only those in sight are there. */
export function RowsTable(props: {
  label: string;
  rows: readonly Json[];
  columns: readonly string[];
  /** What a cell has, with its type; plain text without. */
  typed?: (row: Json, name: string) => Typed | null;
  height?: number;
  lead?: { width: string; head: ReactNode; cell: (index: number) => ReactNode };
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
  const rem = props.typed ? 13 : 9;
  const template = `${lead ? `${lead.width} ` : ''}${names.map(() => `minmax(${rem}rem, 1fr)`).join(' ')}`;
  const width = `max(100%, ${names.length * rem + (lead ? 3 : 0)}rem)`;
  return (
    <div
      className="virtual"
      role="table"
      aria-label={props.label}
      aria-rowcount={props.rows.length + 1}
      ref={scroll}
      tabIndex={0}
      style={{ height: Math.min(props.height ?? 420, (props.rows.length + 1) * ROW + 18) }}
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
            <HeadCell key={name}>{name === '' ? 'value' : cellText(name, 60)}</HeadCell>
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
                const typed = props.typed ? props.typed(row, name) : undefined;
                const text =
                  typed === undefined
                    ? cellText(name === '' ? row : cellOf(row, name))
                    : (typed?.text ?? '');
                return (
                  <Cell key={name} typed={Boolean(typed)}>
                    {at === 0 && choose ? (
                      <button
                        type="button"
                        className="plain cell"
                        onClick={() => choose(item.index)}
                      >
                        {text || '(empty)'}
                      </button>
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
const HeadCell = (props: { children: ReactNode }) => (
  <div role="columnheader">{props.children}</div>
);
const Cell = (props: { typed?: boolean; children: ReactNode }) => (
  <div role="cell" className={props.typed ? 'with-type' : undefined}>
    {props.children}
  </div>
);
