import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database, type DatabaseLocation } from '../client.ts';
import { ExpectedError } from '../expected-error.ts';

/**
 * Opens the database of an installation for an operator's command. Throws ExpectedError if there is none: without the
 * settings of the service, a command would otherwise create an empty one and report that nothing is wrong.
 */
export async function openExisting(location: DatabaseLocation): Promise<Database> {
  if ('directory' in location && !existsSync(join(location.directory, 'pglite')))
    throw new ExpectedError(
      `There is no database in ${location.directory}, and DATABASE_URL isn't set. Run this with the settings of the service (docs/operating.md).`,
    );
  return openDatabase(location);
}
