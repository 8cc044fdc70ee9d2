import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/http';
import { App } from './app';
import './styles.css';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      // What the server refused it would refuse again; a lost connection may come back.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
    },
  },
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
