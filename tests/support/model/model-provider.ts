import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createLanguageModel, type ModelSettings } from '#server/gateways/model/model-client.ts';
import { createModelGateway, MODEL_LIMITS, type ModelLimits } from '#server/gateways/model/model.ts';
import { createLog } from '#server/lib/log.ts';
import { createModelApi } from '#sandbox/model/model-api.ts';

export function urlOf(server: Pick<Server, 'address'>): string {
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return `http://127.0.0.1:${port}`;
}

/** The sandbox's model on a real socket, and how often each key has called it. */
export async function startModel() {
  const closing = new AbortController();
  const asked = new Map<string, number>();
  const api = createModelApi({
    pace: 'instant',
    log: createLog('silent'),
    now: () => new Date(),
    closing: closing.signal,
  });
  const listener = getRequestListener(api.fetch);
  const server = createServer((incoming, outgoing) => {
    const key = incoming.headers.authorization ?? '';
    asked.set(key, (asked.get(key) ?? 0) + 1);
    void listener(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    triesOf: (key: string) => asked.get(`Bearer ${key}`) ?? 0,
    close: () => {
      closing.abort();
      server.closeAllConnections();
      server.close();
    },
  };
}

// Long enough for a busy machine; the silent faults have their own limit.
const QUICK: Partial<ModelLimits> = { idleTimeoutMs: 20_000, retryDelayMs: 1 };

export type Asking = {
  limits?: Partial<ModelLimits>;
  settings?: Partial<ModelSettings>;
  signal?: AbortSignal;
  onText?: () => void;
};

let lastKey = 0;

/** Calls a provider through the real gateway, each time with its own key, and returns the outcome. */
export async function askProvider(baseUrl: string, question: string, asking: Asking = {}) {
  const key = `key-${(lastKey += 1)}`;
  const settings = { provider: 'openai-compatible' as const, baseUrl, apiKey: key, model: 'any', ...asking.settings };
  const gateway = createModelGateway(createLanguageModel(settings), { ...MODEL_LIMITS, ...QUICK, ...asking.limits });
  let text = '';
  const startedAt = performance.now();
  const outcome = await gateway
    .answer({
      task: 'answer',
      instructions: 'You are Emmie.',
      history: [{ role: 'user', content: question }],
      signal: asking.signal ?? new AbortController().signal,
      onText: (piece) => {
        text += piece;
        asking.onText?.();
      },
    })
    .then(
      (usage) => ({ usage, error: undefined }),
      (error: unknown) => ({ usage: undefined, error }),
    );
  return { ...outcome, key, text, tookMs: performance.now() - startedAt };
}
