import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A real PostgreSQL of the tests' own. Plain data, so that every worker can restart it. */
export type Cluster = { bin: string; folder: string; port: number };

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  // The machine does not lose its power in these tests, only PostgreSQL is killed; a commit still has to be one.
  'fsync=off',
  'full_page_writes=off',
];

function findPostgres(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (found) return found;
  throw new Error('These tests need PostgreSQL. On Debian and Ubuntu: apt-get install postgresql');
}

/** PostgreSQL refuses to run as root, so root steps aside for the user that the package made. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function run({ bin, folder }: Cluster, program: string, args: string[]): void {
  // The server that pg_ctl leaves behind would keep a pipe open, so there is none.
  const { status } = spawnSync(join(bin, program), args, { cwd: folder, stdio: 'ignore', ...postgresUser() });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}; see ${folder}/log`);
}

const control = (cluster: Cluster, ...args: string[]) =>
  run(cluster, 'pg_ctl', ['-D', join(cluster.folder, 'data'), '-w', ...args]);

export const stopPostgres = (cluster: Cluster): void => control(cluster, '-m', 'immediate', 'stop');

export function startPostgres(cluster: Cluster): void {
  const settings = [...SETTINGS, `port=${cluster.port}`, `unix_socket_directories=${cluster.folder}`];
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  control(cluster, '-l', join(cluster.folder, 'log'), '-o', options, 'start');
}

/** As after a crash: nobody is told, every connection is cut, the log is replayed. */
export const restartPostgres = (cluster: Cluster): void => control(cluster, '-m', 'immediate', 'restart');

export async function createCluster(): Promise<Cluster> {
  const cluster = {
    bin: findPostgres(),
    folder: mkdtempSync(join(tmpdir(), 'tenfold-processes-')),
    port: await freePort(),
  };
  const user = postgresUser();
  if (user) chownSync(cluster.folder, user.uid, user.gid);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  run(cluster, 'initdb', ['-D', join(cluster.folder, 'data'), '-U', 'tenfold', '--auth=trust', '--no-sync', ...locale]);
  startPostgres(cluster);
  return cluster;
}

export function removeCluster(cluster: Cluster): void {
  try {
    stopPostgres(cluster);
  } finally {
    rmSync(cluster.folder, { recursive: true, force: true });
  }
}

let databases = 0;

/** An empty database of its own, and its address. */
export function createDatabase(cluster: Cluster): string {
  databases += 1;
  const name = `world_${process.pid}_${databases}`;
  run(cluster, 'createdb', ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'tenfold', name]);
  return `postgres://tenfold@127.0.0.1:${cluster.port}/${name}`;
}
