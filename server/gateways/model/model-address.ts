import type { ModelSettings } from './model-client.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

const USUAL_BASE = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': '',
};
const ANTHROPIC_VERSION = '2023-06-01';

function credentials({ provider, apiKey }: ModelSettings): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': apiKey ?? '', 'anthropic-version': ANTHROPIC_VERSION };
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}

/** Where a provider's API is, and the headers that each request needs. */
export const modelAddress = (settings: ModelSettings): { base: string; headers: Record<string, string> } => ({
  base: trimEnd(settings.baseUrl ?? USUAL_BASE[settings.provider], /\//),
  headers: credentials(settings),
});
