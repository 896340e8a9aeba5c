import { createHash } from 'node:crypto';
import type { ChatRequest } from './chat-request.ts';
import { readConversation } from './chat-request.ts';
import { composeAnswer } from './compose.ts';
import { toTokens } from './tokens.ts';

type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };
export type Completion = {
  id: string;
  created: number;
  model: string;
  tokens: string[];
  finishReason: 'stop' | 'length';
  usage: Usage;
};

/** The whole answer to a request. The same request gives the same text. */
export function complete(request: ChatRequest, options: { now: Date; isEmpty: boolean }): Completion {
  const conversation = readConversation(request);
  const whole = options.isEmpty ? [] : toTokens(composeAnswer(conversation));
  const tokens = whole.slice(0, request.max_completion_tokens ?? request.max_tokens ?? whole.length);
  const said = [conversation.instructions, ...conversation.turns.map((turn) => turn.text)];
  const promptTokens = said.reduce((sum, text) => sum + toTokens(text).length, 0);
  const seed = createHash('sha256')
    .update(JSON.stringify([request.model, conversation]))
    .digest('hex');
  return {
    id: `chatcmpl-sandbox-${seed.slice(0, 24)}`,
    created: Math.floor(options.now.getTime() / 1_000),
    model: request.model,
    tokens,
    finishReason: tokens.length < whole.length ? 'length' : 'stop',
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens.length,
      total_tokens: promptTokens + tokens.length,
    },
  };
}
