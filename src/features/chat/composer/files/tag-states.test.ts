import { describe, expect, it } from 'vitest';
import { DOCUMENT_PROBLEMS } from '#contract/brain/document-problems.ts';
import type { FileTag } from './attached-files.ts';
import { settleTags } from './tag-states.ts';

const tag: FileTag = {
  id: 'a',
  name: 'Guide.pdf',
  state: 'reading',
  problem: null,
  at: 1_000,
  scope: 'chat',
  isInBrain: false,
  isKnown: false,
};
type Settled = Omit<Parameters<typeof settleTags>[1][number], 'scope'>;
const settle = (sources: readonly Settled[], readAt = 2_000) =>
  settleTags(
    [tag],
    sources.map((source) => ({ ...source, scope: 'chat' })),
    readAt,
  )[0];

describe('CHAT-27: a file beside a message', () => {
  it('waits until it’s read, and says why it couldn’t be', () => {
    expect(settle([{ id: 'a', state: 'waiting', problem: null, waitsUntil: null }])).toEqual(tag);
    expect(settle([{ id: 'a', state: 'reading', problem: null, waitsUntil: null }])).toEqual(tag);
    expect(settle([{ id: 'a', state: 'ready', problem: null, waitsUntil: null }])).toEqual({ ...tag, state: 'ready' });
    const problem = DOCUMENT_PROBLEMS.encrypted;
    expect(settle([{ id: 'a', state: 'failed', problem, waitsUntil: null }])).toEqual({
      ...tag,
      state: 'failed',
      problem,
    });
  });

  it('doesn’t hold a message back until tomorrow if the day’s documents are used up', () => {
    const waitsUntil = '2026-11-17T00:00:00.000Z';
    expect(settle([{ id: 'a', state: 'waiting', problem: null, waitsUntil }])).toMatchObject({
      state: 'failed',
      problem: 'Today’s limit has been reached, so it’s read tomorrow. You can send your message without it.',
    });
  });

  it('that was removed elsewhere says so, but not because it’s newer than the list', () => {
    expect(settle([])).toMatchObject({ state: 'failed', problem: 'This file was removed. Please add it again.' });
    expect(settle([], 900)).toEqual(tag);
  });
});
