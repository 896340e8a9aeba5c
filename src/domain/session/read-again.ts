import { queryClient } from '#src/api/query-client.ts';
import { sessionKey } from './session.ts';

/**
 * Refreshes the data of a crashed part of the screen before it renders again. Inactive queries are removed, because the
 * same data would crash it again; all others are refetched. The session is kept, so that people stay signed in even
 * without a connection.
 */
export async function readAgain(client = queryClient()): Promise<void> {
  const session = JSON.stringify(sessionKey());
  client.removeQueries({ type: 'inactive', predicate: ({ queryHash }) => queryHash !== session });
  await client.invalidateQueries();
}
