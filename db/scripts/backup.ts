import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { ExpectedError } from '../expected-error.ts';

const config = readConfig({ isDev: true });
const database = await openDatabase(config.database);
try {
  if (!database.dump) throw new ExpectedError('DATABASE_URL points to PostgreSQL. Use pg_dump to back it up.');
  const path = process.argv[2] ?? `tenfold-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.tar.gz`;
  const archive = Buffer.from(await (await database.dump()).arrayBuffer());
  const file = openSync(path, 'w', 0o600);
  // An existing file would keep its mode.
  fchmodSync(file, 0o600);
  writeFileSync(file, archive);
  closeSync(file);
  process.stdout.write(
    `Saved the database to ${path}.\nTo restore it, stop Tenfold, empty DATA_DIR/pglite and unpack the archive there.\n`,
  );
} finally {
  await database.close();
}
