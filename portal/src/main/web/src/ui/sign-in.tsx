import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSession, signIn } from '../api/admin';
import { Failure } from './pieces';

/** Asks for an account key, once; the server keeps a session for it. */
export function SignIn() {
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    setFailure(null);
    try {
      changeSession(client, await signIn(key));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <main className="sign-in">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1 className="brand">
          <img src="/_explorer/icon.svg" alt="" />
          Orrery
        </h1>
        <p className="quiet">
          Sign in with one of the account's keys. A read-only key gives a portal that only shows.
        </p>
        <label>
          Account key
          <input
            type="password"
            autoComplete="current-password"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        {failure !== null && <Failure error={failure} />}
        <div>
          <button type="submit" className="primary">
            Sign in
          </button>
        </div>
      </form>
    </main>
  );
}
