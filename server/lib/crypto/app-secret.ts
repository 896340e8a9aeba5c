import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from './secrets.ts';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Null if there is no file. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Creates the file, unless another process is faster. */
function create(path: string): void {
  try {
    writeFileSync(path, randomToken(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The master key of a trial installation: created once in `directory` and readable only by its owner. */
export function loadOrCreateSecret(directory: string): string {
  const path = join(directory, 'app-secret');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (read(path) === null) create(path);
  const secret = read(path);
  // An empty key would seal everything under nothing. A disk that was full can leave such a file.
  if (!secret) throw new Error(`${path} is empty. Restore it from a backup, or delete it to create a new secret.`);
  return secret;
}
