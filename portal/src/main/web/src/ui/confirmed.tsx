import { type ReactNode, useState } from 'react';

/** What a dialog asks for, and the button that does it; Enter in a field does it as well. */
export function Confirmed(props: {
  confirm: string;
  disabled?: boolean;
  danger?: boolean;
  run: () => Promise<void>;
  close: () => void;
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void props.run().finally(() => setBusy(false));
      }}
    >
      {props.children}
      <div className="row">
        <button
          type="submit"
          className={props.danger ? 'danger' : 'primary'}
          disabled={props.disabled || busy}
        >
          {props.confirm}
        </button>
        <button type="button" onClick={props.close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
