import { useState } from 'react';
import { isObject, type Json } from '../lib/json';
import { cellText } from '../lib/rows';

const STEP = 100;

/** A value that is unfolded where somebody looks; long lists a piece at a time. */
export function JsonTree(props: { value: Json }) {
  return (
    <div className="json-tree" tabIndex={0}>
      <Branch name="results" value={props.value} open />
    </div>
  );
}

function Branch(props: { name: string; value: Json; open?: boolean }) {
  const [open, setOpen] = useState(props.open ?? false);
  const [shown, setShown] = useState(STEP);
  const { value } = props;
  if (!Array.isArray(value) && !isObject(value)) {
    return (
      <div className="leaf">
        <span className="quiet">{cellText(props.name)}: </span>
        {typeof value === 'string' ? `"${cellText(value, 2000)}"` : cellText(value)}
      </div>
    );
  }
  const members: [string, Json][] = Array.isArray(value)
    ? value.slice(0, shown).map((each, at) => [String(at), each])
    : Object.entries(value).slice(0, shown);
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {cellText(props.name)}{' '}
        <span className="quiet">{Array.isArray(value) ? `[${size}]` : `{${size}}`}</span>
      </summary>
      {open && members.map(([name, each]) => <Branch key={name} name={name} value={each} />)}
      {open && size > shown && (
        <button type="button" className="plain" onClick={() => setShown(shown + STEP)}>
          {size - shown} more
        </button>
      )}
    </details>
  );
}
