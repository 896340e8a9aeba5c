import { describe, expect, it } from 'vitest';
import { resumeModes } from './resume-modes.ts';

describe('what can be done about an answer', () => {
  it.each([
    ['an interrupted one can go on or begin anew', 'interrupted', 'Half', ['continue', 'retry']],
    ['a stopped one too', 'stopped', 'Half', ['continue', 'retry']],
    ['a failed one with words too', 'failed', 'Half', ['continue', 'retry']],
    ['a failed one without words can only begin anew', 'failed', ' ', ['retry']],
    ['one stopped before its first word too', 'stopped', '', ['retry']],
    ['a whole one needs nothing', 'complete', 'Whole', []],
    ['one on its way neither', 'streaming', 'Half', []],
  ] as const)('%s', (_name, status, content, expected) => {
    expect(resumeModes({ status, content })).toEqual(expected);
  });
});
