import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { findPostgresBin, handToPostgres, runAsPostgres } from '../../../scripts/lib/postgres-programs.mjs';

/** A real PostgreSQL of the tests' own. Plain data, so that every worker can restart it. */
export type Cluster = { bin: string; folder: string; port: number };

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  // The machine does not lose its power in these tests, only PostgreSQL is killed; a commit still has to be one.
  'fsync=off',
  'full_page_writes=off',
];

function run({ bin, folder }: Cluster, program: string, args: string[]): void {
  const { isOk } = runAsPostgres(join(bin, program), args, { isQuiet: true });
  if (!isOk) throw new Error(`${program} ${args.join(' ')} failed; see ${folder}/log`);
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
    bin: findPostgresBin(),
    folder: mkdtempSync(join(tmpdir(), 'tenfold-processes-')),
    port: await freePort(),
  };
  handToPostgres(cluster.folder);
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
