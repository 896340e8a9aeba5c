import { describe, expect, it } from 'vitest';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { DRAFT_MAX, draftKey, DRAFTS_MAX, restoreDraft, readDraft, writeDraft } from './drafts.ts';

const aStore = () => createPersonalStore(aDisk());
const keyFor = (userId: string, assistantId: AssistantId, conversationId: string | null, start = 's1') =>
  draftKey(userId, { assistantId, conversationId, start });
const key = keyFor('maya', 'emmie', null);

describe('drafts', () => {
  it('belong to one person and one conversation', () => {
    const keys = [
      keyFor('maya', 'emmie', null),
      keyFor('maya', 'emmie', null, 's2'),
      keyFor('maya', 'seomi', null),
      keyFor('maya', 'emmie', 'c1'),
      keyFor('noor', 'emmie', null),
    ];
    expect(new Set(keys).size).toBe(5);
  });

  it('are restored exactly as typed', () => {
    const store = aStore();
    writeDraft(store, key, 'Dear customers,\n ');
    expect(readDraft(store, key)).toBe('Dear customers,\n ');
  });

  it('are deleted once the box is blank', () => {
    const disk = aDisk();
    const store = createPersonalStore(disk);
    writeDraft(store, key, 'Dear');
    writeDraft(store, key, ' \n');
    expect(disk.length).toBe(0);
    expect(readDraft(store, key)).toBe('');
  });

  it('put returned text before what was typed since', () => {
    const store = aStore();
    restoreDraft(store, key, 'Dear customers');
    restoreDraft(store, key, 'First');
    expect(readDraft(store, key)).toBe('First\n\nDear customers');
  });

  it('are limited in length', () => {
    const store = aStore();
    writeDraft(store, key, 'x'.repeat(DRAFT_MAX + 1));
    expect(readDraft(store, key)).toHaveLength(DRAFT_MAX);
  });

  it('are limited in number, and the oldest of the same person is dropped', () => {
    const store = aStore();
    const keyOf = (index: number) => keyFor('maya', 'emmie', `c${index}`);
    writeDraft(store, keyFor('noor', 'emmie', null), 'Of someone else', 0);
    for (let index = 0; index <= DRAFTS_MAX; index += 1) writeDraft(store, keyOf(index), 'Dear', index + 1);
    expect(readDraft(store, keyOf(0))).toBe('');
    expect(readDraft(store, keyOf(1))).toBe('Dear');
    writeDraft(store, keyOf(1), 'Dear customers', 99);
    expect(readDraft(store, keyOf(2))).toBe('Dear');
    expect(readDraft(store, keyFor('noor', 'emmie', null))).toBe('Of someone else');
  });
});
