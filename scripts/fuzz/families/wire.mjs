import { recipe } from '../recipe.mjs';

const chunked = (...chunks) => chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
const post = (headers, body, rest = {}) => ({
  method: 'POST',
  target: '/trpc/auth.signIn',
  headers: [['content-type', 'application/json'], ...headers],
  body,
  isFramed: false,
  ...rest,
});

/** Requests that are odd as HTTP. If Node's parser closes the connection, no response is required. */
const CASES = {
  'absolute target': { target: 'http://evil.example/x' },
  'absolute target, own host': { target: 'http://localhost/' },
  'absolute target, no path': { target: 'http://evil.example' },
  'absolute target of the API': { target: 'http://evil.example/trpc/auth.session' },
  'absolute https target': { target: 'https://evil.example:99999/x' },
  'absolute target, odd host': { target: 'http://[::1]:3000/%' },
  'absolute target, no host': { target: 'http:///x' },
  'absolute target, other scheme': { target: 'ftp://evil.example/' },
  'absolute target with a person': { target: 'http://user:pass@evil.example/x' },
  'two slashes': { target: '//evil.example/x' },
  'two slashes and a bracket': { target: '//[' },
  'slashes and a colon': { target: '//:0/' },
  'three slashes': { target: '///' },
  backslashes: { target: '/\\evil.example' },
  'options of everything': { method: 'OPTIONS', target: '*' },
  'get of everything': { method: 'GET', target: '*' },
  'a target without a slash': { target: 'x' },
  'only a query': { target: '?x' },
  'a connect': { method: 'CONNECT', target: 'evil.example:443', isAnswerOwed: false },
  'an upgrade': {
    headers: [
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
    ],
    isAnswerOwed: false,
  },
  'an upgrade to HTTP/2': {
    headers: [
      ['connection', 'Upgrade, HTTP2-Settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', ''],
    ],
    isAnswerOwed: false,
  },
  'no host': { hasHost: false },
  'HTTP/1.0': { version: 'HTTP/1.0', hasHost: false },
  'HTTP/1.0 page': { version: 'HTTP/1.0', hasHost: false, target: '/contact?x' },
  'an empty host': { hasHost: false, headers: [['host', '']] },
  'two hosts': { headers: [['host', 'evil.example']] },
  'an odd host': { hasHost: false, headers: [['host', 'a b']] },
  'a host with a path': { hasHost: false, headers: [['host', 'localhost/../x?y#z']] },
  'a host of a bracket': { hasHost: false, headers: [['host', '[']] },
  'a host with a person': { hasHost: false, headers: [['host', 'user:pass@localhost']] },
  'a host of percent': { hasHost: false, headers: [['host', '%']] },
  'a host with a huge port': { hasHost: false, headers: [['host', 'localhost:99999999']] },
  'a host in another alphabet': { hasHost: false, headers: [['host', 'm\u00fcnchen.de']] },
  'a long host': { hasHost: false, headers: [['host', 'a'.repeat(4_000)]] },
  chunks: post([['transfer-encoding', 'chunked']], `${chunked('{"email":"a@b.c"', ',"password":"x"}')}0\r\n\r\n`),
  'chunks with a trailer': post(
    [
      ['transfer-encoding', 'chunked'],
      ['trailer', 'x-a'],
    ],
    `${chunked('{}')}0\r\nx-a: b\r\n\r\n`,
  ),
  'chunks beyond the limit': post(
    [['transfer-encoding', 'chunked']],
    `${chunked('x'.repeat(100_000)).repeat(4)}0\r\n\r\n`,
  ),
  'chunks with a bad size': post([['transfer-encoding', 'chunked']], 'zz\r\n{}\r\n0\r\n\r\n'),
  'chunks that never end': post([['transfer-encoding', 'chunked']], chunked('{"email":'), { isWhole: false }),
  'both framings': post(
    [
      ['transfer-encoding', 'chunked'],
      ['content-length', '2'],
    ],
    `${chunked('{}')}0\r\n\r\n`,
  ),
  'two lengths': post(
    [
      ['content-length', '2'],
      ['content-length', '3'],
    ],
    '{}',
  ),
  'a length of letters': post([['content-length', 'abc']], '{}'),
  'a negative length': post([['content-length', '-1']], '{}'),
  'a huge length': post([['content-length', '99999999999999']], '{}', { isWhole: false }),
  'a length too long': post([['content-length', '100']], '{}', { isWhole: false }),
  'a length too short': post([['content-length', '1']], '{}'),
  'no length': post([], ''),
  'an unknown transfer encoding': post([['transfer-encoding', 'gzip']], '{}', { isAnswerOwed: false }),
  'a packed body': post(
    [
      ['content-length', '20'],
      ['content-encoding', 'gzip'],
    ],
    'not really a gzip bo',
  ),
  'an unknown packing': post(
    [
      ['content-length', '2'],
      ['content-encoding', 'zstd, br'],
    ],
    '{}',
  ),
  'an expectation': post(
    [
      ['content-length', '2'],
      ['expect', '100-continue'],
    ],
    '{}',
  ),
  'another expectation': post(
    [
      ['content-length', '2'],
      ['expect', 'more'],
    ],
    '{}',
  ),
  'a body of a get': { headers: [['content-length', '2']], body: '{}', isFramed: false, target: '/trpc/auth.session' },
  'a body of a page': { headers: [['content-length', '2']], body: '{}', isFramed: false },
  'a chunked get': { headers: [['transfer-encoding', 'chunked']], body: '2\r\n{}\r\n0\r\n\r\n', isFramed: false },
  'a long target': { target: `/${'a'.repeat(20_000)}` },
  'a target at the limit': { target: `/${'a'.repeat(15_000)}` },
  'many headers': { headers: Array.from({ length: 1_000 }, (_, index) => [`x-${index}`, '1']) },
  'a header without a name': { headers: [['', 'x']] },
  'a header of bytes': { headers: [['x-a', '\u00ff\u00fe\u0080']] },
  'a folded header': { headers: [['x-a', 'a\r\n b']] },
  'a NUL in a header': { headers: [['x-a', 'a\u0000b']] },
  'a line end in a header': { headers: [['x-a', 'a\nb']] },
  'a NUL in the target': { target: '/a\u0000b' },
  'bytes in the target': { target: '/\u00ff\u00fe' },
  'a space in the target': { target: '/a b' },
  'no target': { target: '' },
  'another version': { version: 'HTTP/9.9' },
  'a lower-case method': { method: 'get' },
  'no method': { method: '' },
  'an unknown method': { method: 'BREW' },
  'TLS to a plain port': { raw: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003' },
  'HTTP/2 preface': { raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  'empty lines': { raw: '\r\n\r\n\r\n\r\n', isWhole: false },
  'half a request': { raw: 'GET / HTTP/1.1\r\nhost: local', isWhole: false },
  'two requests at once': {
    raw: 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  },
  'a smuggled request': {
    raw: 'POST /trpc/auth.signOut HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nGET /GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  },
};

export function wireFamily(random) {
  const name = random.pick(Object.keys(CASES));
  return recipe({ ...CASES[name], label: `wire: ${name}` });
}
