import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PAGE_PROBLEMS, type PageProblemCode } from '#contract/brain/page-problems.ts';
import type { DialTarget } from '#server/gateways/web/connection.ts';
import { PageProblem } from '#server/gateways/web/page-problem.ts';
import { answerRequest } from '#server/gateways/web/reading/answer-request.ts';
import type { OpenPageReader } from '#server/gateways/web/reading/page-reader.ts';
import type { PageRequest } from '#server/gateways/web/reading/requests.ts';
import { createWebGateway, WEB_LIMITS } from '#server/gateways/web/web.ts';

/** An address of the public internet; nothing is ever sent there. */
export const PUBLIC_ADDRESS = '93.184.216.34';
/** Quick limits: no test waits. */
const LIMITS = { ...WEB_LIMITS, connectMs: 2_000, totalMs: 4_000 };

/** Reads websites in the test's own process, which is faster. */
export const openReaderHere: OpenPageReader = () => ({
  ask: async (kind, request) => answerRequest({ kind, ...request } as PageRequest), // reason: as in the real reader
  close: async () => undefined,
});

type Options = {
  /** What the name servers say, one answer after the other; the last one stays. By default every name is at a public address. */
  names?: Record<string, string[][]>;
  limits?: Partial<typeof WEB_LIMITS>;
  standIns?: ReadonlyMap<string, URL>;
  openReader?: OpenPageReader;
  /** Called for each pause; by default, the pause ends immediately. */
  pause?: (ms: number) => Promise<void>;
};

/**
 * A web of pretend sites on one local server. The reader believes that it connects to public addresses: every connection ends up at the
 * local server, and `dialed` says where it was meant to go.
 */
export async function startPretendWeb(answer: RequestListener, options: Options = {}) {
  const dialed: DialTarget[] = [];
  const lookups: string[] = [];
  const requests: { host: string; path: string; headers: Record<string, unknown> }[] = [];
  const pauses: number[] = [];
  const server = createServer((request, response) => {
    requests.push({ host: request.headers.host ?? '', path: request.url ?? '', headers: request.headers });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const web = createWebGateway(
    { publicUrl: 'https://tenfold.example', standIns: options.standIns ?? new Map() },
    {
      resolve: async (name) => {
        lookups.push(name);
        const answers = options.names?.[name];
        if (!answers) return [PUBLIC_ADDRESS];
        return answers[Math.min(lookups.filter((one) => one === name).length, answers.length) - 1] ?? [];
      },
      dial: (target) => {
        dialed.push(target);
        const socket = connect({ host: '127.0.0.1', port });
        socket.once('connect', () => socket.emit('secureConnect'));
        return socket;
      },
      openReader: options.openReader ?? openReaderHere,
      pause: async (ms) => {
        pauses.push(ms);
        await options.pause?.(ms);
      },
      limits: { ...LIMITS, ...options.limits },
    },
  );
  return {
    web,
    dialed,
    lookups,
    pauses,
    requests,
    url: `http://127.0.0.1:${port}`,
    /** The paths that were asked for, without robots.txt. */
    paths: () => requests.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with these pages, by path; anything else is 404. */
export function sitePages(pages: Record<string, string | { type: string; body: string | Buffer }>): RequestListener {
  return (request, response) => {
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    if (page === undefined) return void response.writeHead(404).end();
    const { type, body } = typeof page === 'string' ? { type: 'text/html', body: page } : page;
    response.writeHead(200, { 'content-type': type }).end(body);
  };
}

/** The code of the problem that a reading ends with. */
export async function problemOf(reading: Promise<unknown>): Promise<PageProblemCode> {
  const error: unknown = await reading.then(
    () => new Error('the page was read'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PageProblem)) throw error;
  if (error.text !== PAGE_PROBLEMS[error.code]) throw new Error(`another text for ${error.code}`);
  return error.code;
}
