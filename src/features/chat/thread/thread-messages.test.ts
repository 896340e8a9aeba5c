import { describe, expect, it } from 'vitest';
import { resumeModes, withoutReplaced } from './thread-messages.tsx';

describe('the actions for an answer', () => {
  it.each([
    ['an interrupted one can be continued or rewritten', 'interrupted', 'Half', ['continue', 'retry']],
    ['so can a stopped one', 'stopped', 'Half', ['continue', 'retry']],
    ['so can a failed one with text', 'failed', 'Half', ['continue', 'retry']],
    ['a failed one without text can only be rewritten', 'failed', ' ', ['retry']],
    ['so can one stopped before its first word', 'stopped', '', ['retry']],
    ['a complete one has none', 'complete', 'Whole', []],
    ['nor does a streaming one', 'streaming', 'Half', []],
  ] as const)('%s', (_name, status, content, expected) => {
    expect(resumeModes({ status, content })).toEqual(expected);
  });
});

describe('a thread while its last exchange is replaced', () => {
  const messages = ['q1', 'a1', 'q2', 'a2'].map((id) => ({ id }));
  const shown = (replaces: string | null) => withoutReplaced(messages, [{ replaces }]).map(({ id }) => id);

  it('is shown without it', () => expect(shown('a2')).toEqual(['q1', 'a1']));
  it('is shown whole when nothing is replaced, or what was replaced is gone', () => {
    expect(shown(null)).toHaveLength(4);
    expect(shown('a9')).toHaveLength(4);
  });
});
