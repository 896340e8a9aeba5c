import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { apiClient } from '#src/api/api-client.ts';
import { queryClient } from '#src/api/query-client.ts';
import { trpc } from '#src/api/trpc.ts';

/** Provides the API's hooks. Public pages don't use it, so they don't load it. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient);
  return (
    <trpc.Provider client={apiClient} queryClient={client}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
