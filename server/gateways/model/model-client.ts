import type { LanguageModelV4 } from '@ai-sdk/provider';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import { createModelFetch } from './model-fetch.ts';
import { offerAnthropicEvent, offerChatEvent } from './model-shortcut.ts';

export type ModelSettings = {
  provider: 'openai-compatible' | 'openai' | 'anthropic';
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
};

async function openClient(settings: ModelSettings): Promise<LanguageModelV4> {
  const common = { apiKey: settings.apiKey ?? 'none', ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}) };
  if (settings.provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ ...common, fetch: createModelFetch(offerAnthropicEvent) })(settings.model);
  }
  const fetch = createModelFetch(offerChatEvent);
  // `openai('x')` would call /responses, which servers behind a gateway often lack.
  if (settings.provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ ...common, fetch }).chat(settings.model);
  }
  const compatible = { ...common, name: 'model', includeUsage: true, baseURL: settings.baseUrl ?? '', fetch };
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible(compatible)(settings.model);
}

/** The part of a model's interface that the product uses. */
export type StreamingModel = Pick<LanguageModelV4, 'doStream'>;

/**
 * Picks the provider's own client, which is loaded with the first question. Source: the `ai` packages' language model interface
 * (`doStream`).
 */
export function createLanguageModel(settings: ModelSettings): StreamingModel {
  const client = loadOnce(() => openClient(settings));
  return { doStream: async (options) => (await client()).doStream(options) };
}
