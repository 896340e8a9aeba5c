import { describe, expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/personal-store.ts';
import { aDisk } from '#tests/support/a-disk.ts';
import { DRAFT_MAX, draftKey, DRAFTS_MAX, putBackDraft, readDraft, writeDraft } from './drafts.ts';

const aStore = () => createPersonalStore(aDisk());
const key = draftKey('maya', 'emmie', null);

describe('drafts', () => {
  it('belong to one person and one conversation', () => {
    const keys = [
      draftKey('maya', 'emmie', null),
      draftKey('maya', 'seomi', null),
      draftKey('maya', 'emmie', 'c1'),
      draftKey('noor', 'emmie', null),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('come back as they were typed', () => {
    const store = aStore();
    writeDraft(store, key, 'Dear customers,\n ');
    expect(readDraft(store, key)).toBe('Dear customers,\n ');
  });

  it('are forgotten once the box is blank', () => {
    const disk = aDisk();
    const store = createPersonalStore(disk);
    writeDraft(store, key, 'Dear');
    writeDraft(store, key, ' \n');
    expect(disk.length).toBe(0);
    expect(readDraft(store, key)).toBe('');
  });

  it('stand before what was typed since, when a text is given back', () => {
    const store = aStore();
    putBackDraft(store, key, 'Dear customers');
    putBackDraft(store, key, 'First');
    expect(readDraft(store, key)).toBe('First\n\nDear customers');
  });

  it('are kept up to a length', () => {
    const store = aStore();
    writeDraft(store, key, 'x'.repeat(DRAFT_MAX + 1));
    expect(readDraft(store, key)).toHaveLength(DRAFT_MAX);
  });

  it('are kept up to a number, where the oldest of the same person gives way', () => {
    const store = aStore();
    const keyOf = (index: number) => draftKey('maya', 'emmie', `c${index}`);
    writeDraft(store, draftKey('noor', 'emmie', null), 'Of somebody else', 0);
    for (let index = 0; index <= DRAFTS_MAX; index += 1) writeDraft(store, keyOf(index), 'Dear', index + 1);
    expect(readDraft(store, keyOf(0))).toBe('');
    expect(readDraft(store, keyOf(1))).toBe('Dear');
    writeDraft(store, keyOf(1), 'Dear customers', 99);
    expect(readDraft(store, keyOf(2))).toBe('Dear');
    expect(readDraft(store, draftKey('noor', 'emmie', null))).toBe('Of somebody else');
  });
});
