import { Resolver } from 'node:dns/promises';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect as connectPlain, isIP, isIPv4, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { untilAborted } from '#server/lib/concurrency/until-aborted.ts';
import { responseTo } from '#server/lib/request/response-to.ts';
import { hostOf } from './page-address.ts';
import { PageProblem } from './page-problem.ts';
import { isPublicAddress } from './public-address.ts';

/** Looks up all addresses of a name; none if it doesn't exist. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;
/** An IP address to connect to, and the name that a certificate has to be for; `null` means no TLS. */
export type DialTarget = { address: string; port: number; tlsName: string | null };
export type Dial = (target: DialTarget) => Socket;

export type Connecting = {
  resolve: Resolve;
  dial: Dial;
  /** Hosts that a stand-in answers, such as the sandbox's website. Always empty in production. */
  standIns: ReadonlyMap<string, URL>;
  /** How long one attempt may take, TLS included, in milliseconds. */
  connectMs: number;
};

/** A site with more addresses than this may be down; we don't try them all. */
const TRIES = 3;
const HEADERS_MAX_BYTES = 32 * 1_024;
const LOOKUP = { timeout: 3_000, tries: 2 };
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA']);
const CERTIFICATE_ERROR = /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/**
 * Asks the name servers directly. The system's own lookup also reads the machine's list of hosts, can't be canceled, and takes up one of
 * the few threads that hash passwords. `servers` are for tests.
 */
export function createResolve(servers?: string[]): Resolve {
  return async (name, signal) => {
    const resolver = new Resolver(LOOKUP);
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failure = answers.find(
        (answer) => answer.status === 'rejected' && !NO_SUCH_NAME.has(codeOf(answer.reason)),
      );
      // That the name servers fail says nothing about the name.
      if (addresses.length === 0 && failure) throw new PageProblem('unreachable', { cause: failure });
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Connects to an IP address: no name is looked up again on the way. */
export const dialAddress: Dial = ({ address, port, tlsName }) => {
  if (tlsName === null) return connectPlain({ host: address, port });
  // A certificate for an IP address is checked against the address itself; the protocol has no name for it.
  const servername = isIP(tlsName) === 0 ? tlsName : '';
  // Said here, because a variable of Node's could turn it off.
  return connectTls({ host: address, port, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true });
};

/** What to connect to for a URL, in order. All answers of a name have to be public: one that isn't is a sign of a trick. */
async function targetsFor(url: URL, connecting: Connecting, signal: AbortSignal): Promise<DialTarget[]> {
  const host = hostOf(url);
  const standIn = connecting.standIns.get(host);
  if (standIn) return [{ address: hostOf(standIn), port: Number(standIn.port || 80), tlsName: null }];
  signal.throwIfAborted();
  const addresses = isIP(host) === 0 ? await untilAborted(connecting.resolve(host, signal), signal) : [host];
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new PageProblem('not_public');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port || (isTls ? 443 : 80));
  // Many networks have no IPv6, so it comes second.
  return addresses
    .toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)))
    .slice(0, TRIES)
    .map((address) => ({ address, port, tlsName: isTls ? host : null }));
}

function connected(socket: Socket, isTls: boolean, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const giveUp = () => void socket.destroy(new Error(`no connection within ${timeoutMs} ms`));
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket));
  // Stays, because an error after the response has been read must not go unhandled.
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('the connection was closed')));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  });
}

/**
 * A connection for one request to a public host. The address that was checked is the one connected to, so a name server that changes its
 * answer in between gains nothing.
 */
export async function openConnection(url: URL, connecting: Connecting, signal: AbortSignal): Promise<Socket> {
  let failure: unknown;
  for (const target of await targetsFor(url, connecting, signal)) {
    try {
      return await connected(connecting.dial(target), target.tlsName !== null, connecting.connectMs, signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  const isCertificate = CERTIFICATE_ERROR.test(codeOf(failure));
  throw new PageProblem(isCertificate ? 'bad_certificate' : 'unreachable', { cause: failure });
}

/**
 * Opens a connection for one request, and closes it once the request has been handled or is aborted. A connection is
 * never reused, let alone for another host.
 */
export async function withConnection<T>(
  url: URL,
  connecting: Connecting,
  signal: AbortSignal,
  use: (socket: Socket) => Promise<T>,
): Promise<T> {
  const socket = await openConnection(url, connecting, signal);
  const stop = () => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await use(socket);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

type Outgoing = { method?: 'GET' | 'POST'; headers: OutgoingHttpHeaders; body?: Uint8Array };

/**
 * Sends a request and resolves with the response, whose body is cut off when the connection closes. The signal is
 * watched as well, because a request over a connection that is already closed emits no events at all.
 */
export async function sendOver(
  socket: Socket,
  url: URL,
  { method = 'GET', headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const outgoing = request({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, connection: 'close', ...headers },
    createConnection: () => socket,
    maxHeaderSize: HEADERS_MAX_BYTES,
  });
  const responding = responseTo(outgoing);
  outgoing.end(body);
  const response = await untilAborted(responding, signal);
  // An unread body may emit an error, which must not go unhandled.
  response.on('error', () => undefined);
  return response;
}
