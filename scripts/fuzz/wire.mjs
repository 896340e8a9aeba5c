import { connect } from 'node:net';

/** How much of a response is read. */
const KEPT_BYTES = 400_000;
/** How long a stream is read once it has begun, and how long an unfinished request stays open. */
const STREAM_MS = 400;
const UNFINISHED_MS = 150;

/** The bytes of a request. Headers are Latin-1, as on the wire; a body is UTF-8. */
export function bytesOf(request, sender = []) {
  if (request.raw !== undefined) return Buffer.from(request.raw, 'latin1');
  const body = request.body === null ? null : Buffer.from(request.body);
  const hasForwarded = request.headers.some(([name]) => name === 'x-forwarded-for');
  const headers = [
    ...(request.hasHost ? [['host', 'localhost']] : []),
    ...(hasForwarded ? [] : [['x-forwarded-for', request.address]]),
    ...sender,
    ...request.headers,
    ...(body !== null && request.isFramed ? [['content-length', String(body.length)]] : []),
    ['connection', 'close'],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${request.method} ${request.target} ${request.version}\r\n${lines}\r\n`, 'latin1');
  return body === null ? head : Buffer.concat([head, body]);
}

const INTERIM = /^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/;

function parse(received) {
  const interim = INTERIM.exec(received.subarray(0, 200).toString('latin1'))?.[0] ?? '';
  const bytes = received.subarray(interim.length);
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end < 0 ? bytes.length : end).toString('latin1');
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0);
  const headers = Object.fromEntries(
    [...head.matchAll(/\r\n([^:\r\n]+): ?([^\r\n]*)/g)].map(([, name, value]) => [name.toLowerCase(), value]),
  );
  return { status, headers, body: end < 0 ? '' : bytes.subarray(end + 4).toString('utf8') };
}

/** Sends bytes on a separate connection and reads the response. Never rejects: failures are reported in `problem`. */
export function exchange({ port, bytes, request, giveUpMs }) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const chunks = [];
    const timers = [];
    let size = 0;
    let problem = null;
    const after = (ms, work) => timers.push(setTimeout(() => work(), ms));
    const give = () => {
      for (const timer of timers) clearTimeout(timer);
      socket.destroy();
      resolve({ ...parse(Buffer.concat(chunks)), problem });
    };
    // A response that is already in the socket counts, however busy this process was.
    after(giveUpMs, () =>
      setImmediate(() => {
        problem = 'no answer';
        give();
      }),
    );
    socket.on('connect', () => {
      socket.write(bytes);
      if (request.hangUpAfterMs !== null) after(request.hangUpAfterMs, give);
      if (!request.isWhole) after(UNFINISHED_MS, () => socket.end());
    });
    socket.on('data', (chunk) => {
      if (size === 0 && request.isStream) after(STREAM_MS, give);
      size += chunk.length;
      if (size <= KEPT_BYTES) chunks.push(chunk);
    });
    socket.on('error', (error) => {
      problem ??= error.code ?? error.message;
    });
    socket.on('close', give);
  });
}
