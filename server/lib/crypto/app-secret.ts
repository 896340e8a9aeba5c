import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from './secrets.ts';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const pathIn = (directory: string) => join(directory, 'app-secret');

/** The master key that is kept in `directory`; null if there is none. Throws if its file is empty. */
export function readSecret(directory: string): string | null {
  const path = pathIn(directory);
  try {
    const secret = readFileSync(path, 'utf8').trim();
    // An empty key would seal everything under nothing. A disk that was full can leave such a file.
    if (!secret) throw new Error(`${path} is empty. Restore it from a backup, or delete it to create a new secret.`);
    return secret;
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
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const existing = readSecret(directory);
  if (existing !== null) return existing;
  create(pathIn(directory));
  const secret = readSecret(directory);
  if (secret === null) throw new Error(`${pathIn(directory)} was removed while it was being created.`);
  return secret;
}
