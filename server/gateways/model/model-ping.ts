import type { ModelSettings } from './model-client.ts';
import { PING_LIMIT_MS, type Ping } from '../ping.ts';

const USUAL_BASE = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': '',
};
const ANTHROPIC_VERSION = '2023-06-01';
/** A server that has no list of models answers with these statuses, which shows that it is up. */
const NO_LIST = new Set([404, 405, 501]);

function credentials({ provider, apiKey }: ModelSettings): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': apiKey ?? '', 'anthropic-version': ANTHROPIC_VERSION };
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}

/**
 * Asks for the list of models, which is free and needs the key. Rejects on a refused key, on rate limiting and on a provider error. Source:
 * `GET /models` of OpenAI and Anthropic.
 */
export function createModelPing(settings: ModelSettings, limitMs = PING_LIMIT_MS): Ping {
  const base = (settings.baseUrl ?? USUAL_BASE[settings.provider]).replace(/\/+$/, '');
  return async () => {
    const response = await fetch(`${base}/models`, {
      headers: credentials(settings),
      // Redirects aren't followed, so that the key is sent only to the configured host.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    await response.body?.cancel();
    if (!response.ok && !NO_LIST.has(response.status)) throw new Error(`the model answered ${response.status}`);
  };
}
