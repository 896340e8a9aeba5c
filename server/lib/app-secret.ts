import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from './secrets.ts';

/** The master key of a trial installation: made once in `directory`, readable by its owner only. */
export function loadOrCreateSecret(directory: string): string {
  const path = join(directory, 'app-secret');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    mkdirSync(directory, { recursive: true });
    const secret = randomToken();
    writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}
