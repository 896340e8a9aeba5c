import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { eventually } from './eventually.ts';
import { startProgram } from './spawned.ts';

const example = join(import.meta.dirname, '..', '..', '..', 'docs', 'nginx.conf');
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function findNginx(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
  if (found) return found;
  throw new Error('This test needs nginx. On Debian and Ubuntu: apt-get install nginx-light');
}

/** The documented example with only its marked lines changed. */
function adapt(changes: Record<string, string>): string {
  return Object.entries(changes).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`docs/nginx.conf has no "${from}"`);
      return text.replaceAll(from, to);
    },
    readFileSync(example, 'utf8'),
  );
}

/** A server's own nginx.conf: everything around the file in conf.d. */
function surroundings(folder: string): string {
  return [
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    'events { worker_connections 512; }',
    'http {',
    '  access_log off;',
    ...TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/${name};`),
    `  include ${folder}/tenfold.conf;`,
    '}',
  ].join('\n');
}

/** A certificate for localhost, which this process trusts from then on. Returns its files. */
function trustedCertificate(folder: string) {
  const [certificate, key] = [join(folder, 'localhost.pem'), join(folder, 'localhost.key')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-out', certificate, '-keyout', key];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-days', '2', '-subj', '/CN=localhost', '-addext', names, ...files],
    {
      stdio: 'pipe',
    },
  );
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  return { certificate, key };
}

/** Real nginx with docs/nginx.conf in front of two processes. */
export async function startNginx(ports: { nginx: number; plain: number; processes: [number, number] }) {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-nginx-'));
  chmodSync(folder, 0o755);
  const [first, second] = ports.processes;
  const { certificate, key } = trustedCertificate(folder);
  const conf = adapt({
    'server 127.0.0.1:3001': `server 127.0.0.1:${first}`,
    'server 127.0.0.1:3002': `server 127.0.0.1:${second}`,
    'listen 80;': `listen 127.0.0.1:${ports.plain};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${ports.nginx} ssl http2;`,
    '/etc/letsencrypt/live/app.example.com/fullchain.pem': certificate,
    '/etc/letsencrypt/live/app.example.com/privkey.pem': key,
  });
  writeFileSync(join(folder, 'tenfold.conf'), conf);
  writeFileSync(join(folder, 'nginx.conf'), surroundings(folder));
  const nginx = startProgram(findNginx(), ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {});
  const url = `https://127.0.0.1:${ports.nginx}`;
  const isReady = async () => nginx.hasExited() || (await fetch(`${url}/health/live`)).ok;
  await eventually('nginx answers', isReady, { withinMs: 5_000 });
  if (nginx.hasExited()) throw new Error(`nginx did not start:\n${nginx.output()}`);
  return {
    url,
    /** Where nginx answers without TLS. */
    plainUrl: `http://localhost:${ports.plain}`,
    output: nginx.output,
    [Symbol.asyncDispose]: async () => {
      nginx.signal('SIGTERM');
      await nginx.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
