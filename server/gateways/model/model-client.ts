import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createModelFetch } from './model-fetch.ts';
import { offerAnthropicEvent, offerChatEvent } from './model-short-cut.ts';

export type ModelSettings = {
  provider: 'openai-compatible' | 'openai' | 'anthropic';
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
};

/** Picks the provider's own client. Source: the `ai` packages' language model interface (`doStream`). */
export function createLanguageModel(settings: ModelSettings): LanguageModelV4 {
  const common = { apiKey: settings.apiKey ?? 'none', ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}) };
  if (settings.provider === 'anthropic')
    return createAnthropic({ ...common, fetch: createModelFetch(offerAnthropicEvent) })(settings.model);
  const fetch = createModelFetch(offerChatEvent);
  // `openai('x')` would call /responses, which servers behind a gateway often lack.
  if (settings.provider === 'openai') return createOpenAI({ ...common, fetch }).chat(settings.model);
  const compatible = { ...common, name: 'model', includeUsage: true, baseURL: settings.baseUrl ?? '', fetch };
  return createOpenAICompatible(compatible)(settings.model);
}
