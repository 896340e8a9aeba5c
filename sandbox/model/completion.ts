import { createHash } from 'node:crypto';
import type { ChatRequest } from './chat-request.ts';
import type { Conversation } from './chat-request.ts';
import { composeAnswer } from './compose.ts';
import { faultIn, type Fault } from './faults.ts';
import { composeAfterCalls, composeCalls, type SandboxCall } from './memory/memory-calls.ts';
import { composeTask, isTask } from './tasks/compose-task.ts';

/** Words with the space before them, close enough to a model's tokens. Joined again, they are the text. */
function toTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };
export type Completion = {
  id: string;
  created: number;
  model: string;
  tokens: string[];
  /** The tools that it calls instead of writing. */
  calls: SandboxCall[];
  finishReason: 'stop' | 'length' | 'tool_calls';
  usage: Usage;
};

/** Roughly a minute of output at human pace. */
const LONG_ANSWER_TOKENS = 1_800;

/** The missing part of the answer to be continued, or null if none is, or nothing is missing. */
function rest(conversation: Conversation): string[] | null {
  const [answer] = conversation.turns.slice(-2);
  if (conversation.task !== 'continue' || answer?.role !== 'assistant') return null;
  const turns = conversation.turns.slice(0, -2);
  const isLong = faultIn(turns.at(-1)?.text ?? '') === 'long';
  const whole = compose({ ...conversation, task: 'answer', turns }, isLong ? 'long' : null).join('');
  return whole.startsWith(answer.text) ? toTokens(whole.slice(answer.text.length)) : null;
}

function compose(asked: Conversation, fault: Fault | null): string[] {
  const { task: id, instructions, turns, results } = asked;
  // Leaves out the tools: with them, a continued answer would get different words.
  const conversation = { ...(id === undefined ? {} : { task: id }), instructions, turns };
  const task = composeTask(conversation);
  if (task !== null) return toTokens(task);
  if (fault === 'empty') return [];
  if (results) return toTokens(composeAfterCalls(results));
  const missing = rest(conversation);
  if (missing) return missing;
  const answer = composeAnswer(conversation);
  const tokens = toTokens(answer);
  const wanted = fault === 'long' ? LONG_ANSWER_TOKENS : 0;
  for (let part = 2; tokens.length < wanted; part += 1) tokens.push(...toTokens(`\n\n## Part ${part}\n\n${answer}`));
  return tokens;
}

/** The whole answer to a request. The same request gets the same answer. */
export function complete(
  request: ChatRequest,
  conversation: Conversation,
  options: { now: Date; fault: Fault | null },
): Completion {
  const calls = isTask(conversation) || options.fault === 'empty' ? [] : composeCalls(conversation);
  const whole = calls.length > 0 ? [] : compose(conversation, options.fault);
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
    calls,
    finishReason: calls.length > 0 ? 'tool_calls' : tokens.length < whole.length ? 'length' : 'stop',
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens.length,
      total_tokens: promptTokens + tokens.length,
    },
  };
}
