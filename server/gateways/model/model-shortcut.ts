import { AsyncLocalStorage } from 'node:async_hooks';

/** Receives the pieces of one answer. */
export type AnswerListener = { onText: (piece: string) => void; onThought: () => void };

/**
 * What happened to an event: the listener took it; it holds no text, so the provider's client may have it; or it may hold text that only
 * the client can read, and then the client has to get everything that follows, or the order would be lost.
 */
export type Offered = 'taken' | 'passed' | 'unclear';
export type OfferEvent = (data: string, listener: AnswerListener) => Offered;

/**
 * The shortcut for text. The transforms of a provider's client cost three quarters of the CPU of an answer, so text goes from the socket
 * straight to the listener, and only the few other events go through the client. Wrap `doStream` in `run`; without it, everything goes
 * through the client.
 */
export const shortcut = new AsyncLocalStorage<AnswerListener>();

type ChatEvent = {
  choices?: { delta?: Record<string, unknown> | null; finish_reason?: unknown }[];
  error?: unknown;
} | null;

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Reads one event of OpenAI's chat completions, a protocol that other servers speak too. */
export function offerChatEvent(data: string, listener: AnswerListener): Offered {
  const event = JSON.parse(data) as ChatEvent; // reason: only read, with every step allowed to be missing
  const choice = event?.choices?.[0];
  const delta = choice?.delta;
  if (!delta || event?.error !== undefined) return 'passed';
  const { content, refusal, tool_calls: toolCalls } = delta;
  const thought = delta['reasoning_content'] ?? delta['reasoning'];
  const isPlain = isNothing(refusal) && isNothing(toolCalls) && isNothing(choice.finish_reason);
  if (!isPlain) return isNothing(content) && isNothing(refusal) ? 'passed' : 'unclear';
  if (!isNothing(content) && typeof content !== 'string') return 'unclear';
  if (!isNothing(thought)) listener.onThought();
  if (typeof content === 'string' && content !== '') listener.onText(content);
  return 'taken';
}

type AnthropicEvent = { type?: unknown; delta?: { type?: unknown; text?: unknown } } | null;

/** Reads one event of Anthropic's messages. All text comes in deltas of their own. */
export function offerAnthropicEvent(data: string, listener: AnswerListener): Offered {
  const event = JSON.parse(data) as AnthropicEvent; // reason: only read, with every step allowed to be missing
  if (event?.type !== 'content_block_delta') return 'passed';
  if (event.delta?.type === 'thinking_delta') {
    listener.onThought();
    return 'taken';
  }
  if (event.delta?.type !== 'text_delta' || typeof event.delta.text !== 'string') return 'passed';
  listener.onText(event.delta.text);
  return 'taken';
}
