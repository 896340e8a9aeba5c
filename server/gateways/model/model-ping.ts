import { modelAddress } from './model-address.ts';
import type { ModelSettings } from './model-client.ts';
import { PING_LIMIT_MS, type Ping } from '../ping.ts';

/** A server that has no list of models answers with these statuses, which shows that it is up. */
const NO_LIST = new Set([404, 405, 501]);

/**
 * Asks for the list of models, which is free and needs the key. Rejects on a refused key, on rate limiting and on a provider error. Source:
 * `GET /models` of OpenAI and Anthropic.
 */
export function createModelPing(settings: ModelSettings, limitMs = PING_LIMIT_MS): Ping {
  const { base, headers } = modelAddress(settings);
  return async () => {
    const response = await fetch(`${base}/models`, {
      headers,
      // Redirects aren't followed, so that the key is sent only to the configured host.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    await response.body?.cancel();
    if (!response.ok && !NO_LIST.has(response.status)) throw new Error(`the model answered ${response.status}`);
  };
}
