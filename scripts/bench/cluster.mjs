import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { PlainError, say } from '../lib/messages.mjs';
import { projectRoot } from '../lib/project.mjs';
import { freePort } from '../lib/free-port.mjs';
import { findPostgresBin, handToPostgres, runAsPostgres } from '../lib/postgres-programs.mjs';

const KEPT = join(projectRoot, '.bench', 'postgres');
const START_SECONDS = 60;

/** A folder for the cluster: a new one, or the kept one (elsewhere if PostgreSQL's user can't reach the project). */
function openFolder(isCached) {
  const make = (folder) => {
    mkdirSync(folder, { recursive: true });
    handToPostgres(folder);
    return runAsPostgres('test', ['-w', folder]).isOk;
  };
  if (!isCached) {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'));
    if (make(folder)) return folder;
    throw new PlainError(`PostgreSQL's user may not write to ${folder}.`);
  }
  if (make(KEPT)) return KEPT;
  const elsewhere = join(tmpdir(), 'tenfold-bench-large');
  if (!make(elsewhere)) throw new PlainError(`PostgreSQL's user may not write to ${elsewhere}.`);
  say(`PostgreSQL's user cannot reach ${KEPT}, so the large data is kept in ${elsewhere}.`);
  return elsewhere;
}

/**
 * Settings that differ from PostgreSQL's defaults. Durability keeps its defaults: fsync and synchronous commits are on.
 */
function serverOptions(folder, port, changed) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    shared_buffers: '512MB',
    shared_preload_libraries: 'auto_explain',
    // Says which of the product's pools a statement came from.
    log_line_prefix: "'%m [%p] %d %a '",
    max_wal_size: '4GB',
    ...changed,
  };
  return [`-p ${port}`, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].join(' ');
}

function isOfAnotherVersion(bin, data) {
  const file = join(data, 'PG_VERSION');
  if (!existsSync(file)) return false;
  const major = /\d+/.exec(runAsPostgres(join(bin, 'postgres'), ['--version']).output)?.[0];
  return readFileSync(file, 'utf8').trim() !== major;
}

/** Starts a cluster just for the caller. `close` stops it; a new one is then removed, a kept one stays. */
export async function startCluster({ isCached, settings = {} }) {
  const bin = findPostgresBin();
  const folder = openFolder(isCached);
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const port = await freePort();
  const control = (...args) => runAsPostgres(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args]);
  const need = (step, { isOk, output }) => {
    if (isOk) return;
    const said = `${output}\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`.trim().split('\n');
    throw new PlainError(`PostgreSQL could not be ${step}:\n${said.slice(-12).join('\n')}`);
  };
  if (isOfAnotherVersion(bin, data)) {
    say('The kept data belongs to another version of PostgreSQL and is made anew.');
    rmSync(data, { recursive: true });
  }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const options = ['-U', 'tenfold', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    need('set up', runAsPostgres(join(bin, 'initdb'), ['-D', data, ...options]));
  }
  rmSync(log, { force: true });
  const start = () => control('-t', START_SECONDS, '-l', log, '-o', serverOptions(folder, port, settings), 'start');
  need('started', start());
  const url = (database) => `postgres://tenfold@127.0.0.1:${port}/${database}`;
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => undefined });
  const [{ version }] = await admin`select current_setting('server_version') as version`;
  return {
    admin,
    port,
    url,
    version,
    /** Stops the server for a while, as for maintenance, and starts it again. */
    pause: () => need('stopped', control('-m', 'fast', 'stop')),
    resume: () => need('started', start()),
    readLog: () => readFileSync(log, 'utf8'),
    close: async () => {
      await admin.end({ timeout: 1 });
      control('-m', 'fast', 'stop');
      if (!isCached) rmSync(folder, { recursive: true, force: true });
    },
  };
}
