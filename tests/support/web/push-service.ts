import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';

const CURVE = 'prime256v1';
const PRIVATE_KEY_BYTES = 32;
const PUBLIC_KEY_BYTES = 65;
/** Ends the text of the last record; zeros may follow. */
const LAST_RECORD = 2;
/** A host that doesn't exist. */
const HOST = 'push.example';

function vapidKeys() {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - key.length), key]);
  return { VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'), VAPID_PRIVATE_KEY: privateKey.toString('base64url') };
}
/** A key pair of our server's. */
export const VAPID_KEYS = vapidKeys();

/** The key pair and the secret of a browser. */
type Keys = { pair: ReturnType<typeof createECDH>; auth: Buffer };

const derive = (key: Uint8Array, salt: Uint8Array, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** What a browser does with a message (RFC 8291, section 4, and RFC 8188). */
function decrypt(body: Buffer, { pair, auth }: Keys): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const key = derive(pair.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  const [text, tag] = [body.subarray(21 + keyLength, -16), body.subarray(-16)];
  decipher.setAuthTag(tag);
  const padded = Buffer.concat([decipher.update(text), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(LAST_RECORD)).toString();
}

/** Throws unless the request was signed with the key that it names, for this push service (RFC 8292). */
async function checkSignature(authorization: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const bytes = Buffer.from(key, 'base64url');
  const half = (from: number) => bytes.subarray(from, from + PRIVATE_KEY_BYTES).toString('base64url');
  if (bytes.length !== PUBLIC_KEY_BYTES) throw new Error('not a key');
  const jwk = { kty: 'EC', crv: 'P-256', x: half(1), y: half(1 + PRIVATE_KEY_BYTES) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: `https://${HOST}` });
  if (key !== VAPID_KEYS.VAPID_PUBLIC_KEY) throw new Error('the browser subscribed with another key');
  return payload.sub ?? '';
}

export type PushedMessage = { endpoint: string; text: string; subject: string; headers: IncomingMessage['headers'] };

/** A push service that speaks the Web Push protocol, as those of the browsers' makers do, with browsers that subscribe to it. */
export async function startPushService() {
  const browsers = new Map<string, Keys>();
  const messages: PushedMessage[] = [];
  let status = 201;
  let stopsAt: 'request' | 'answer' | null = null;
  let isStopped = false;

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    if (stopsAt === 'request') return void (isStopped = true);
    const browser = browsers.get(incoming.url ?? '');
    const answer = browser ? status : 410;
    if (browser && status === 201) {
      const subject = await checkSignature(incoming.headers.authorization ?? '');
      messages.push({
        endpoint: `https://${HOST}${incoming.url}`,
        text: decrypt(body, browser),
        subject,
        headers: incoming.headers,
      });
    }
    if (stopsAt === 'answer') return void (isStopped = true);
    outgoing.writeHead(answer).end();
  }
  const server = createServer((incoming, outgoing) => {
    receive(incoming, outgoing).catch(() => outgoing.writeHead(403).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const url = `http://127.0.0.1:${port}`;

  return {
    standIns: new Map([[HOST, new URL(url)]]),
    /** For a process of its own. */
    environment: { ...VAPID_KEYS, WEB_STAND_INS: `${HOST}=${url}` },
    messages,
    /** What it answers from now on, until it is 201 again. */
    answer: (next: number) => void (status = next),
    /** Requests are left without an answer: before they are read, or after their message was delivered. */
    stopAt: (at: typeof stopsAt) => void (stopsAt = at),
    /** Whether one was. */
    stopped: () => isStopped,
    /** A browser that subscribes. */
    subscribe: () => {
      const path = `/${randomUUID()}`;
      const pair = createECDH(CURVE);
      const [p256dh, auth] = [pair.generateKeys('base64url'), randomBytes(16)];
      browsers.set(path, { pair, auth });
      return { endpoint: `https://${HOST}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;
