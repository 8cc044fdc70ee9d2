import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Link, Route, Router, Switch, useLocation, useSearchParams } from 'wouter';
import { changeSession, sessionQuery, signIn, signOut, useSession } from './api/admin';
import { signedOut } from './api/http';
import { isCurrent, PAGES, pageAddress } from './lib/address';
import { next } from './lib/permissions';
import Start from './pages/start';
import { Boundary } from './ui/boundary';
import { PageIcon } from './ui/icons';
import { Failure, Loading, Page } from './ui/pieces';
import { SignIn } from './ui/sign-in';

/** Everything but the first page is loaded when it is first looked at. */
const LATER: Record<string, ComponentType> = {
  '/data': lazy(() => import('./pages/data')),
  '/query': lazy(() => import('./pages/query')),
  '/partitions': lazy(() => import('./pages/partitions')),
  '/metrics': lazy(() => import('./pages/metrics')),
  '/change-feed': lazy(() => import('./pages/change-feed')),
  '/requests': lazy(() => import('./pages/requests')),
  '/access': lazy(() => import('./pages/access')),
  '/settings': lazy(() => import('./pages/settings')),
};

export function App() {
  const client = useQueryClient();
  const session = useSession();
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    signedOut.addEventListener('signed-out', ask);
    return () => signedOut.removeEventListener('signed-out', ask);
  }, [client]);
  const state = session.data ? next(session.data) : null;
  useEffect(() => {
    if (state === 'sign-in-silently') {
      void signIn().then((opened) => client.setQueryData(sessionQuery.queryKey, opened));
    }
  }, [state, client]);
  if (session.error && !session.data) {
    return (
      <main>
        <h1>Orrery</h1>
        <Failure error={session.error} retry={() => void session.refetch()} />
      </main>
    );
  }
  if (state === 'ask-for-key') {
    return <SignIn />;
  }
  if (state !== 'show') {
    return (
      <main>
        <h1>Orrery</h1>
        <Loading />
      </main>
    );
  }
  return (
    <Router base="/_explorer">
      <Shell />
    </Router>
  );
}

function Shell() {
  const [location] = useLocation();
  const [search] = useSearchParams();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="rail">
        <Link className="brand" href="/">
          <img src="/_explorer/icon.svg" alt="" />
          Orrery
        </Link>
        <nav aria-label="Pages">
          {PAGES.map((page) => (
            <Link
              key={page.path}
              href={pageAddress(page, location, search)}
              aria-current={isCurrent(page.path, location) ? 'page' : undefined}
            >
              <PageIcon name={page.name} />
              {page.name}
            </Link>
          ))}
        </nav>
        <Identity />
      </header>
      <main id="content" tabIndex={-1}>
        <Boundary key={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/" component={Start} />
              <Route path="/index.html" component={Start} />
              {Object.entries(LATER).map(([path, component]) => (
                <Route key={path} path={path} component={component} />
              ))}
              <Route>
                <Page title="Not found">
                  <p>
                    There is no such page. <Link href="/">Start</Link> is the first one.
                  </p>
                </Page>
              </Route>
            </Switch>
          </Suspense>
        </Boundary>
      </main>
    </div>
  );
}

function Identity() {
  const client = useQueryClient();
  const session = useSession().data;
  if (!session) {
    return null;
  }
  const leave = async () => {
    changeSession(client, await signOut());
  };
  return (
    <div className="identity">
      <span>
        {session.development ? 'Development mode' : 'Production mode'}
        {session.readOnly && (
          <>
            {' '}
            <span className="tag warn">read-only</span>
          </>
        )}
      </span>
      {session.needsKey && (
        <div>
          <button type="button" onClick={() => void leave()}>
            Sign out
          </button>
        </div>
      )}
    </div>
  );
}
