import { queryClient } from '#src/api/query-client.ts';
import { sessionKey } from './session.ts';

/**
 * Reads again what a part of the screen that crashed had read, before it's shown again: what no part uses anymore is
 * forgotten, since it would crash the same way, and everything else is asked for. Who is signed in stays known, also
 * without a connection.
 */
export async function readAgain(client = queryClient()): Promise<void> {
  const session = JSON.stringify(sessionKey());
  client.removeQueries({ type: 'inactive', predicate: ({ queryHash }) => queryHash !== session });
  await client.invalidateQueries();
}
