import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What runs here, since when, and which migrations this start applied. */
export type Release = {
  version: string;
  /** The commit it was built from; null if it runs from the sources or was built without Git. */
  commit: string | null;
  startedAt: string;
  migrations: { name: string; at: string }[];
};

/** Replaced by the build (`scripts/bundle-server.mjs`). */
declare const TENFOLD_COMMIT: string | undefined;

/** The version in package.json, and the commit of the build. */
export function readVersion(): Pick<Release, 'version' | 'commit'> {
  const file = join(import.meta.dirname, '..', '..', 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }; // reason: our own package.json
  const commit = typeof TENFOLD_COMMIT === 'string' && TENFOLD_COMMIT !== '' ? TENFOLD_COMMIT : null;
  return { version, commit };
}
