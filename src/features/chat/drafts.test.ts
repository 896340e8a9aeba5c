import { describe, expect, it } from 'vitest';
import { draftKey, readDraft, writeDraft } from './drafts.ts';

function aStore() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

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
    writeDraft(store, 'k', 'Dear customers,\n ');
    expect(readDraft(store, 'k')).toBe('Dear customers,\n ');
  });

  it('are forgotten once the box is blank', () => {
    const store = aStore();
    writeDraft(store, 'k', 'Dear');
    writeDraft(store, 'k', ' \n');
    expect(store.kept.size).toBe(0);
    expect(readDraft(store, 'k')).toBe('');
  });

  it('never break typing when the browser refuses to store', () => {
    const refuse = () => {
      throw new Error('QuotaExceededError');
    };
    const store = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(() => writeDraft(store, 'k', 'Dear')).not.toThrow();
    expect(readDraft(store, 'k')).toBe('');
    expect(readDraft(null, 'k')).toBe('');
  });
});
