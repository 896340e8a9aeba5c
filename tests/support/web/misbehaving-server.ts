import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Answer = (socket: Socket) => void;
/** What a server does on a connection, and when: once it has the request, or as soon as it is connected. */
type Misbehavior = { when: 'request' | 'connection'; answer: Answer };

const PAGE = '<h1>Mugs</h1><p>The small one costs $24.</p>';
const HTML = 'Content-Type: text/html';
const head = (status: string, ...headers: string[]) => [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
const OK = head('200 OK', HTML, `Content-Length: ${PAGE.length}`);

/** Writes without end, as fast as the other side reads. */
function flood(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}
/** Writes the same piece every few milliseconds, so the connection is never silent and never ends. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
}

const onRequest = (answer: Answer): Misbehavior => ({ when: 'request', answer });
const onConnection = (answer: Answer): Misbehavior => ({ when: 'connection', answer });
/** Sends these, and keeps the connection open. */
const says = (...said: (string | Buffer)[]) => onRequest((socket) => said.forEach((one) => socket.write(one)));
const ends = (...said: (string | Buffer)[]) =>
  onRequest((socket) => {
    for (const one of said) socket.write(one);
    socket.end();
  });
const floods = (begin: string, piece: string | Buffer) =>
  onRequest((socket) => {
    socket.write(begin);
    flood(socket, piece);
  });
const drips = (begin: string, piece: string) =>
  onRequest((socket) => {
    socket.write(begin);
    drip(socket, piece);
  });

const packed = (encoding: string) => head('200 OK', HTML, `Content-Encoding: ${encoding}`);
const zeros = Buffer.alloc(10 * 1_024 * 1_024);
const gzipBomb = gzipSync(zeros);
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** Misbehaving servers, by what they do. */
const MISBEHAVIORS = {
  // The connection
  'closes each connection': onConnection((socket) => socket.end()),
  'resets each connection': onConnection((socket) => void socket.resetAndDestroy()),
  'answers before it is asked': onConnection((socket) => socket.write(`${OK}${PAGE}`)),
  'sends a greeting of another protocol': onConnection((socket) => socket.write('220 mail.shop.example ESMTP\r\n')),
  'never answers': says(),
  'closes without an answer': ends(),
  'resets without an answer': onRequest((socket) => void socket.resetAndDestroy()),
  'resets in the middle of its answer': onRequest((socket) =>
    socket.write(head('200 OK', HTML, 'Content-Length: 5000') + PAGE, () => socket.resetAndDestroy()),
  ),
  // Informational responses
  'switches to another protocol': says(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade')),
  'switches to HTTP/2': says(
    head('101 Switching Protocols', 'Upgrade: h2c', 'Connection: Upgrade'),
    '\0\0\0\x04\0\0\0',
  ),
  'switches protocols and never stops talking': floods(
    head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'),
    'x'.repeat(16_384),
  ),
  'switches to a protocol that it doesn’t name': says(head('101 Switching Protocols')),
  'asks to continue without end': floods('', head('100 Continue').repeat(1_000)),
  'sends early hints before its answer': says(head('103 Early Hints', 'Link: </a.css>; rel=preload'), `${OK}${PAGE}`),
  'sends early hints without end': drips('', head('103 Early Hints', 'Link: </a.css>; rel=preload')),
  // The status line
  'answers with noise': says(Buffer.from([0, 255, 254, 10, 13, 10, 0, 7, 200])),
  'answers in HTTP/0.9': ends(PAGE),
  'answers in HTTP/2': says(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])),
  'sends a status line without end': floods('HTTP/1.1 200 ', 'O'.repeat(16_384)),
  'leaves out the status': ends('HTTP/1.1  \r\n\r\n'),
  'invents a status': ends(head('999 Never heard of', HTML), PAGE),
  // Headers
  'sends headers without end': floods('HTTP/1.1 200 OK\r\n', 'Set-Cookie: a=1; path=/\r\n'.repeat(500)),
  'sends one header without end': floods('HTTP/1.1 200 OK\r\nX-Long: ', 'x'.repeat(16_384)),
  'sends a header every few milliseconds': drips('HTTP/1.1 200 OK\r\n', 'X: y\r\n'),
  'sends a header with a null byte': ends(head('200 OK', 'X-Null: a\0b', HTML), PAGE),
  'sends a header that isn’t one': ends(head('200 OK', 'no colon here'), PAGE),
  'sends two lengths that differ': ends(head('200 OK', HTML, 'Content-Length: 5', 'Content-Length: 9'), PAGE),
  'sends a length and chunks': ends(head('200 OK', HTML, 'Content-Length: 5', 'Transfer-Encoding: chunked'), PAGE),
  'sends an invalid length': ends(head('200 OK', HTML, 'Content-Length: -1'), PAGE),
  // The body
  'promises more than it sends': ends(head('200 OK', HTML, 'Content-Length: 5000'), PAGE),
  'promises more than it sends, and waits': says(head('200 OK', HTML, 'Content-Length: 5000'), PAGE),
  'sends a byte every few milliseconds': drips(head('200 OK', HTML), '.'),
  'sends a body without end': floods(head('200 OK', HTML), '<p>And another thing.</p>'.repeat(1_000)),
  'sends a body without end in chunks of a byte': floods(
    head('200 OK', HTML, 'Transfer-Encoding: chunked'),
    '1\r\nx\r\n'.repeat(5_000),
  ),
  'sends a chunk with an invalid size': ends(head('200 OK', HTML, 'Transfer-Encoding: chunked'), 'many\r\n'),
  'sends the size of a chunk without end': drips(head('200 OK', HTML, 'Transfer-Encoding: chunked'), '0'),
  'sends the extension of a chunk without end': floods(
    head('200 OK', HTML, 'Transfer-Encoding: chunked') + '1;',
    'x'.repeat(16_384),
  ),
  'sends trailers without end': floods(
    head('200 OK', HTML, 'Transfer-Encoding: chunked') + '1\r\nx\r\n0\r\n',
    'X-Trailer: y\r\n'.repeat(500),
  ),
  'sends a body with no content': ends(head('204 No Content', 'Content-Length: 5'), PAGE),
  'says that nothing changed, and sends a body': ends(head('304 Not Modified', HTML), PAGE),
  'redirects to itself': ends(head('302 Found', 'Location: ', 'Content-Length: 0')),
  'redirects nowhere': ends(head('302 Found', 'Content-Length: 0')),
  'sends a body that unpacks to a thousand times its size (gzip)': ends(packed('gzip'), gzipBomb),
  'sends a body that unpacks to a thousand times its size (Brotli)': ends(packed('br'), brotliBomb),
  'sends half of a packed body': ends(packed('gzip'), gzipSync(PAGE).subarray(0, 20)),
  'never closes after its answer': says(OK, PAGE),
  'answers twice': says(OK, PAGE, OK, PAGE),
} satisfies Record<string, Misbehavior>;
export type MisbehaviorName = keyof typeof MISBEHAVIORS;

/** A server that misbehaves on every connection after the first `good`, which get a plain 404. */
export async function startMisbehavingServer(name: MisbehaviorName, { good = 0 } = {}) {
  const { when, answer }: Misbehavior = MISBEHAVIORS[name];
  const sockets = new Set<Socket>();
  let left = good;
  const isReached = Promise.withResolvers<void>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const isGood = left > 0;
    left -= 1;
    const begin = () => {
      if (isGood) return void socket.end(head('404 Not Found', 'Content-Length: 0'));
      answer(socket);
      return isReached.resolve();
    };
    if (isGood || when === 'request') socket.once('data', begin);
    else begin();
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // reason: it listens on TCP
    /** Resolves once it has misbehaved. */
    reached: isReached.promise,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
