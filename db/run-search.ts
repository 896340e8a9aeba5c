import { DatabaseError } from './database-error.ts';
import { runPartAs } from './kind-of-work.ts';

/** PostgreSQL's code for a statement that it ended at its time limit. */
const STATEMENT_TIMEOUT = '57014';
/** The code of a search that reached our own limit (`LIMITS.search`): the database is fine. */
const SEARCH_TOO_SLOW = 'SEARCH_TOO_SLOW';

/** Runs a query for what someone typed. Throws a DatabaseError with the code SEARCH_TOO_SLOW if it takes too long. */
export async function runSearch<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await runPartAs('search', query);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== STATEMENT_TIMEOUT) throw error;
    throw new DatabaseError(error.message, { code: SEARCH_TOO_SLOW, cause: error });
  }
}
