import { closeSync, existsSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { loadOrCreateSecret } from '#server/lib/crypto/app-secret.ts';
import { openExisting } from './open-existing.ts';
import { ExpectedError } from '../expected-error.ts';
import { backupArchive } from './backup-archive.ts';

const config = readConfig({ isDev: true });
const keyFile = join(config.dataDir, 'app-secret');
const isKeyEmbedded = config.secret === null && existsSync(keyFile);
const database = await openExisting(config.database);
try {
  if (!database.dump)
    throw new ExpectedError(
      `DATABASE_URL points to PostgreSQL. Use pg_dump to back it up, and back up ${isKeyEmbedded ? keyFile : 'APP_SECRET'} separately.`,
    );
  const path = process.argv[2] ?? `tenfold-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.tar.gz`;
  const dump = new Uint8Array(await (await database.dump()).arrayBuffer());
  const archive = backupArchive(dump, isKeyEmbedded ? loadOrCreateSecret(config.dataDir) : null);
  const file = openSync(path, 'w', 0o600);
  // An existing file would keep its mode.
  fchmodSync(file, 0o600);
  writeFileSync(file, archive);
  closeSync(file);
  process.stdout.write(
    `${
      isKeyEmbedded
        ? `Saved the database and its key (app-secret) to ${path}. Whoever has this file can read everything in it.`
        : `Saved the database to ${path}. Its key isn't in there: keep APP_SECRET somewhere else.`
    }\nTo restore it, stop Tenfold, empty DATA_DIR and unpack the archive there.\n`,
  );
} finally {
  await database.close();
}
