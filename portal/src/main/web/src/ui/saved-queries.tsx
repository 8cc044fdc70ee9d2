import { useState } from 'react';
import { visible } from '../lib/format';
import { readSaved, type SavedQuery, withoutSaved, withSaved } from '../lib/saved';
import { Dialog } from './pieces';

const KEPT = 'orrery-saved-queries';

/** Queries with names, kept in this browser. */
export function SavedQueries(props: {
  present: { text: string; parameters: string };
  choose: (query: SavedQuery) => void;
}) {
  const [all, setAll] = useState(() => readSaved(localStorage.getItem(KEPT)));
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const keep = (queries: SavedQuery[]) => {
    localStorage.setItem(KEPT, JSON.stringify(queries));
    setAll(queries);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Saved queries
      </button>
      {open && (
        <Dialog title="Saved queries" close={() => setOpen(false)}>
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              keep(withSaved(all, { name: name.trim(), ...props.present }));
              setName('');
            }}
          >
            <label className="inline">
              Save the present one as
              <input value={name} onChange={(event) => setName(event.target.value)} />
            </label>
            <button type="submit" className="primary" disabled={name.trim() === ''}>
              Save query
            </button>
          </form>
          {all.length === 0 ? (
            <p className="quiet">None yet. They are kept in this browser.</p>
          ) : (
            <ul className="saved" aria-label="Saved queries">
              {all.map((query) => (
                <li key={query.name} className="row spread">
                  <button
                    type="button"
                    className="plain"
                    title={visible(query.text, 300)}
                    onClick={() => {
                      props.choose(query);
                      setOpen(false);
                    }}
                  >
                    {visible(query.name, 80)}
                  </button>
                  <button
                    type="button"
                    className="danger"
                    aria-label={`Forget ${visible(query.name, 80)}`}
                    onClick={() => keep(withoutSaved(all, query.name))}
                  >
                    Forget
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div>
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
