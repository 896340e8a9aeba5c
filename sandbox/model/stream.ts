import type { Completion } from './completion.ts';
import type { Fault } from './faults.ts';
import { delayBefore, wait, type Pace } from './pace.ts';
import { playAmongWords, playInsteadOfWords, type Wire } from './stream-faults.ts';

type StreamOptions = Wire & {
  completion: Completion;
  includeUsage: boolean;
  fault: Fault | null;
  pace: Pace;
  /** Writes the data of one server-sent event. */
  write: (data: string) => Promise<unknown>;
};

/** Writes an answer as OpenAI's chunks. Returns how many tokens were written. */
export async function streamCompletion(options: StreamOptions): Promise<number> {
  const { completion, includeUsage, fault, pace, signal, write } = options;
  const { id, created, model, tokens, calls, finishReason, usage } = completion;
  const chunk = (rest: object) => {
    // With include_usage every chunk has the field; only the last one fills it.
    const base = { id, object: 'chat.completion.chunk', created, model, ...(includeUsage ? { usage: null } : {}) };
    return write(JSON.stringify({ ...base, ...rest }));
  };
  const choice = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });

  // A silent provider sends its headers and nothing else, not even the role.
  if (fault !== 'silence') await choice({ role: 'assistant', content: '' });
  if (await playInsteadOfWords(fault, options)) return 0;
  for (const [index, token] of tokens.entries()) {
    if (!(await wait(delayBefore(index, { pace, isSlow: fault === 'slow' }), signal))) return index;
    if (await playAmongWords(fault, index, options)) return index;
    await choice({ content: token });
  }
  for (const [index, call] of calls.entries()) {
    const { id: callId, name } = call;
    await choice({ tool_calls: [{ index, id: callId, type: 'function', function: { name, arguments: '' } }] });
    for (const part of call.arguments.match(/.{1,40}/gsu) ?? [])
      await choice({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  await choice({}, finishReason);
  if (includeUsage) await chunk({ choices: [], usage });
  await write('[DONE]');
  return tokens.length;
}
