import type { IncomingMessage } from 'node:http';
import { PAGE_ADDRESS_MAX } from '#server/lib/text/page-address.ts';
import { sendOver, withConnection, type Connecting } from './connection.ts';
import { checkPageAddress } from './page-address.ts';
import { PageProblem } from './page-problem.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';

/** What a server said about the version of a page, to ask later whether there is a newer one. */
export type PageVersion = { etag: string | null; lastModified: string | null };

export type Fetched = {
  /** After redirects. */
  url: URL;
  status: number;
  /** Lower case, without parameters; empty if the server didn't say. */
  type: string;
  charset: string | null;
  /** Empty unless the status is 200. */
  bytes: Buffer;
  version: PageVersion;
  language: string | null;
  /** How long the server asks to wait (`Retry-After`), in milliseconds. */
  retryAfterMs: number | null;
};

type FetchOptions = {
  signal?: AbortSignal | undefined;
  known?: PageVersion | undefined;
  /** How large a body of this type may be after decompression; 0 refuses the type. */
  maxBytes: (type: string) => number;
  /** Called with every address before anything is sent there, redirects included. It throws if it mustn't be read. */
  beforeEach?: ((url: URL) => Promise<void>) | undefined;
};

export type GuardedFetch = (url: URL, options: FetchOptions) => Promise<Fetched>;

export type FetchSettings = Connecting & {
  userAgent: string;
  /** How long everything may take together, redirects and robots.txt included, in milliseconds. */
  totalMs: number;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_MAX = 5;
/** Longer headers are cut, or ignored if a part of them would be wrong. */
const HEADER_MAX = 500;

function versionOf({ headers }: IncomingMessage): PageVersion {
  const short = (value: string | undefined) => (value && value.length <= HEADER_MAX ? value : null);
  return { etag: short(headers.etag), lastModified: short(headers['last-modified']) };
}

function contentTypeOf(header = ''): { type: string; charset: string | null } {
  const [type = '', ...parameters] = header.slice(0, HEADER_MAX).split(';');
  const charset = parameters
    .map((one) => one.split('='))
    .find(([name = '']) => name.trim().toLowerCase() === 'charset');
  return { type: type.trim().toLowerCase(), charset: charset?.[1]?.replaceAll('"', '').trim() || null };
}

/** The header has seconds, or the time itself, which is compared with the server's own clock. */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const written = headers['retry-after']?.slice(0, HEADER_MAX).trim() ?? '';
  if (written === '') return null;
  const serverTime = Date.parse(headers.date ?? '');
  const until = () => Date.parse(written) - (Number.isNaN(serverTime) ? Date.now() : serverTime);
  const waitMs = /^\d+$/.test(written) ? Number(written) * 1_000 : until();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

/** Throws if the server asks us to come back later. */
export function checkNotBusy({ status, retryAfterMs }: Fetched): void {
  if (status === 429 || (status === 503 && retryAfterMs !== null)) throw new PageProblem('slow_down', { retryAfterMs });
}

function redirectTo(location: string, from: URL): URL {
  // Headers arrive as single bytes, and addresses in them are often UTF-8.
  const written = Buffer.from(location, 'latin1').toString('utf8');
  const next = written.length > PAGE_ADDRESS_MAX ? null : URL.parse(written, from.href);
  if (!next) throw new PageProblem('unreachable', { cause: new Error('a redirect to an invalid address') });
  next.hash = '';
  return next;
}

/**
 * Fetches public pages and nothing else. Every address on the way is checked, each redirect again (`checkPageAddress`,
 * `withConnection`). It sends no cookie, no referrer and no credentials. Throws PageProblem, or the caller's reason for
 * aborting.
 */
export function createGuardedFetch(settings: FetchSettings): GuardedFetch {
  const { userAgent, totalMs, standIns } = settings;

  async function fetchOne(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Fetched | URL> {
    const headers = {
      'user-agent': userAgent,
      accept: 'text/html, application/xhtml+xml, text/plain;q=0.9, application/pdf;q=0.8, */*;q=0.1',
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...(options.known?.etag ? { 'if-none-match': options.known.etag } : {}),
      ...(options.known?.lastModified ? { 'if-modified-since': options.known.lastModified } : {}),
    };
    try {
      return await withConnection(url, settings, signal, async (socket) => {
        const response = await sendOver(socket, url, { headers }, signal);
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (REDIRECTS.has(status) && location !== undefined) return redirectTo(location, url);
        const { type, charset } = contentTypeOf(response.headers['content-type']);
        const limit = status === 200 ? options.maxBytes(type) : 0;
        if (status === 200 && limit === 0) throw new PageProblem('wrong_type');
        return {
          url,
          status,
          type,
          charset,
          bytes: status === 200 ? await readBody(response, limit, signal) : Buffer.alloc(0),
          version: versionOf(response),
          retryAfterMs: retryAfterOf(response),
          language: response.headers['content-language']?.slice(0, HEADER_MAX) ?? null,
        };
      });
    } catch (error) {
      if (error instanceof PageProblem || signal.aborted) throw error;
      throw new PageProblem('unreachable', { cause: error });
    }
  }

  return async (start, options) => {
    const limit = AbortSignal.timeout(totalMs);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    let url = start;
    try {
      for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
        checkPageAddress(url, standIns);
        await options.beforeEach?.(url);
        const fetched = await fetchOne(url, options, signal);
        if (!(fetched instanceof URL)) return fetched;
        url = fetched;
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (signal.aborted) throw new PageProblem('too_slow', { cause: error });
      throw error;
    }
    throw new PageProblem('too_many_redirects');
  };
}
