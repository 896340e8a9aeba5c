import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { sharedNow } from './statistics.mjs';

const SSL_REQUEST = 80_877_103;

function textAt(buffer, start) {
  const end = buffer.indexOf(0, start);
  return { text: buffer.toString('utf8', start, end), next: end + 1 };
}

/** Reads what a client sends to PostgreSQL (protocol 3.0) and reports each statement that it has executed. */
function createFrontendReader(onStatement) {
  let rest = Buffer.alloc(0);
  let isStarting = true;
  const statements = new Map();
  const portals = new Map();
  const take = (type, body) => {
    if (type === 'Q') onStatement(textAt(body, 0).text);
    if (type === 'E') onStatement(portals.get(textAt(body, 0).text) ?? '');
    if (type === 'P' || type === 'B') {
      const { text, next } = textAt(body, 0);
      const second = textAt(body, next).text;
      if (type === 'P') statements.set(text, second);
      else portals.set(text, statements.get(second) ?? '');
    }
  };
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      // The first message has no type letter before its length.
      const head = isStarting ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const body = rest.subarray(head + 4, length);
      if (isStarting) isStarting = body.readInt32BE(0) === SSL_REQUEST;
      else take(String.fromCharCode(rest[0]), body);
      rest = rest.subarray(length);
    }
  };
}

/** Sits between a server and PostgreSQL and records what is executed, and when. */
export async function startWireCount(targetPort) {
  let seen = [];
  const sockets = new Set();
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    const read = createFrontendReader((sql) => seen.push({ at: sharedNow(), sql }));
    client.on('data', (data) => {
      read(data);
      server.write(data);
    });
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    port: proxy.address().port,
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
