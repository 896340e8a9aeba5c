import { describe, expect, it } from 'vitest';
import { resumeModes } from './thread-messages.tsx';

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
