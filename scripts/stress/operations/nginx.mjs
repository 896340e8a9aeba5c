import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PlainError } from '../../lib/messages.mjs';
import { projectRoot } from '../../lib/project.mjs';

const START_WITHIN_MS = 5_000;
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function findNginx() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
  if (found) return found;
  throw new PlainError('This needs nginx. On Debian and Ubuntu: apt-get install nginx-light');
}

/** docs/nginx.conf with other ports, and without TLS, which changes nothing about how processes are chosen. */
function adapt({ port, plain, processes: [first, second] }) {
  return readFileSync(join(projectRoot, 'docs/nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s+ssl_.*$/gm, '');
}

/** Starts nginx with the documented example in front of two processes; returns what stops it. */
export async function startNginx(folder, ports) {
  const own = join(folder, 'nginx');
  mkdirSync(own);
  chmodSync(own, 0o755);
  const conf = [
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    'daemon off;',
    `pid ${own}/nginx.pid;`,
    'error_log stderr crit;',
    'events { worker_connections 1024; }',
    'http {',
    '  access_log off;',
    ...TEMPORARY.map((name) => `  ${name}_temp_path ${own}/${name};`),
    adapt(ports),
    '}',
  ].join('\n');
  writeFileSync(join(own, 'nginx.conf'), conf);
  const child = spawn(findNginx(), ['-e', 'stderr', '-p', own, '-c', join(own, 'nginx.conf')], { stdio: 'inherit' });
  const gone = once(child, 'exit');
  const end = performance.now() + START_WITHIN_MS;
  const isUp = () =>
    fetch(`http://127.0.0.1:${ports.port}/health/live`).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null || performance.now() > end) throw new PlainError('nginx did not start.');
    await wait(50);
  }
  return async () => {
    child.kill('SIGTERM');
    await gone;
  };
}
