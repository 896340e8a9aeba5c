import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from './read-again.ts';
import { sessionKey } from './session.ts';

test('TEXT-35: Try Again refetches what is still on the screen, and drops the data of the part that crashed', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const reads: string[] = [];
  const read = (queryKey: readonly unknown[]) => ({
    queryKey,
    queryFn: () => reads.push(JSON.stringify(queryKey)),
  });
  const frame = new QueryObserver(client, read(['profile'])).subscribe(() => undefined);
  // A part's observers unmount with it when it crashes; only route guards read the session.
  new QueryObserver(client, read(['facts'])).subscribe(() => undefined)();
  await client.fetchQuery(read(sessionKey()));
  await client.fetchQuery(read(['facts']));
  reads.length = 0;

  await readAgain(client);
  expect(reads).toEqual(['["profile"]']);
  expect(client.getQueryData(['facts'])).toBeUndefined();
  expect(client.getQueryData(sessionKey())).toBeDefined();
  frame();
});
