import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import { SearchResults } from './search-results.tsx';

it.each(['SEARCH_TOO_SLOW', 'SEARCH_REPLACED', 'SERVER_BUSY'] as const)(
  'a search that ended with %s says why, with a way to try it again',
  async (appCode) => {
    const { text: message, status: httpStatus } = ERROR_CODES[appCode];
    const refusal = { error: { code: -32_000, message, data: { appCode, httpStatus } } };
    const client = createTRPCClient<AppRouter>({
      links: [() => () => observable((observer) => observer.error(TRPCClientError.from(refusal as never)))], // reason: the wire's error shape, without the fields that nothing reads
    });
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
    const { chat } = createTRPCQueryUtils<AppRouter>({ client, queryClient: queries });
    await chat.search.prefetchInfinite({ text: 'kiln' });
    const html = renderToStaticMarkup(
      <trpc.Provider client={client} queryClient={queries}>
        <QueryClientProvider client={queries}>
          <SearchResults search="kiln" now={new Date()} onOpen={undefined} />
        </QueryClientProvider>
      </trpc.Provider>,
    );
    expect(html).toContain(message);
    expect(html).toContain(TRY_AGAIN);
  },
);
