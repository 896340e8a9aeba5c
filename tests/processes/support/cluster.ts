import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { findPostgresBin, handToPostgres, runAsPostgres } from '../../../scripts/lib/postgres-programs.mjs';

/** A real PostgreSQL just for the tests. Plain data, so that every worker can restart it. */
export type Cluster = { bin: string; folder: string; port: number };

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  // These tests only kill PostgreSQL and never cut the power, so commits survive without fsync.
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

/** Simulates a crash: no shutdown, every connection is cut, and the log is replayed. */
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

/** Every process of the cluster, its main process first. */
function processesOf({ folder }: Cluster): number[] {
  const main = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [main, ...children];
}

/** Simulates a machine that hangs: connections stay open and nothing answers. */
export function freezePostgres(cluster: Cluster): void {
  for (const pid of processesOf(cluster)) process.kill(pid, 'SIGSTOP');
}

export function thawPostgres(cluster: Cluster): void {
  for (const pid of processesOf(cluster)) process.kill(pid, 'SIGCONT');
}

let databases = 0;

/** A new, empty database, and its URL. */
export function createDatabase(cluster: Cluster): string {
  databases += 1;
  const name = `world_${process.pid}_${databases}`;
  run(cluster, 'createdb', ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'tenfold', name]);
  return `postgres://tenfold@127.0.0.1:${cluster.port}/${name}`;
}
