import type { Completion } from './completion.ts';
import type { Fault } from './faults.ts';
import { delayBefore, wait, type Pace } from './pace.ts';

/** After how many tokens a connection that is to be reset breaks. */
const RESET_AFTER_TOKENS = 12;
// What was written must have left the process, or the client would see no word at all.
const BEFORE_RESET_MS = 50;

type StreamOptions = {
  completion: Completion;
  includeUsage: boolean;
  fault: Fault | null;
  pace: Pace;
  /** Aborts when the client has left or the sandbox closes. */
  signal: AbortSignal;
  /** Writes the data of one server-sent event. */
  write: (data: string) => Promise<unknown>;
  /** Breaks the connection, as a dying provider would. */
  breakConnection: () => void;
};

/** Writes an answer as OpenAI's chunks. Returns how many tokens were written. */
export async function streamCompletion(options: StreamOptions): Promise<number> {
  const { completion, includeUsage, fault, pace, signal, write, breakConnection } = options;
  const { id, created, model, tokens, finishReason, usage } = completion;
  const chunk = (rest: object) => {
    // With include_usage every chunk has the field; only the last one fills it.
    const base = { id, object: 'chat.completion.chunk', created, model, ...(includeUsage ? { usage: null } : {}) };
    return write(JSON.stringify({ ...base, ...rest }));
  };
  const choice = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });

  if (fault === 'silence') {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return 0;
  }
  await choice({ role: 'assistant', content: '' });
  if (fault === 'garbage') {
    await write('{"id":"chatcmpl-sandbox","object":"chat.completion.chunk","choices":[{"delta":{"content":');
    return 0;
  }
  for (const [index, token] of tokens.entries()) {
    if (!(await wait(delayBefore(index, { pace, isSlow: fault === 'slow' }), signal))) return index;
    if (fault === 'reset' && index === RESET_AFTER_TOKENS) {
      await wait(BEFORE_RESET_MS, signal);
      breakConnection();
      return index;
    }
    await choice({ content: token });
  }
  await choice({}, finishReason);
  if (includeUsage) await chunk({ choices: [], usage });
  await write('[DONE]');
  return tokens.length;
}
