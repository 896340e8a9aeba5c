import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError } from './messages.mjs';

const DEBIAN = '/usr/lib/postgresql';

function debianFolders() {
  if (!existsSync(DEBIAN)) return [];
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
  return versions.map((version) => join(DEBIAN, version, 'bin'));
}

/** The folder of PostgreSQL's programs: Debian's newest, or else the one on the path. */
export function findPostgresBin() {
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
  if (found) return found;
  throw new PlainError(
    'This needs PostgreSQL 15 or newer, but initdb and pg_ctl are neither in /usr/lib/postgresql nor on your PATH.\nOn Debian and Ubuntu: apt-get install postgresql',
  );
}

const isRoot = process.getuid?.() === 0;
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

/**
 * Runs a program as a user whom PostgreSQL accepts: it refuses root, so root switches to the package's user. `Quietly` means without pipes:
 * a server left running would keep them open, and this would wait forever.
 */
export function runAsPostgres(command, args, { isQuiet = false } = {}) {
  const [program, programArgs] = isRoot ? ['setpriv', [...AS_POSTGRES, command, ...args]] : [command, args];
  const stdio = isQuiet ? 'ignore' : 'pipe';
  const { status, stdout, stderr, error } = spawnSync(program, programArgs, { cwd: '/', encoding: 'utf8', stdio });
  return { isOk: status === 0, output: error ? error.message : `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

/** Gives a folder to the user that PostgreSQL runs as. */
export function handToPostgres(folder) {
  if (!isRoot) return;
  const { status, stderr } = spawnSync('chown', ['postgres', folder], { encoding: 'utf8' });
  if (status !== 0) throw new PlainError(`PostgreSQL won't run as root, and there's no user named postgres: ${stderr}`);
}
