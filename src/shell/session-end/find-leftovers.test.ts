import { describe, expect, it } from 'vitest';
import { createPersonalStore, personalKey } from '#src/lib/storage/personal-store.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { findLeftovers } from './find-leftovers.ts';

describe('SESSION-7: what a browser still keeps of others', () => {
  const store = createPersonalStore(aDisk());
  store.set(personalKey('tomas', 'draft', 'c1'), '1\nMine');
  store.set('tenfold:visitor-chat', '{}');
  store.set('tsr-scroll-restoration-v1_3', '{}');

  it('is nothing if only one person has used it', () => {
    expect(findLeftovers(store, 'tomas')).toEqual({ people: [], unsent: 0 });
  });

  it('is counted by what they haven’t sent or saved', () => {
    store.set(personalKey('maya', 'here'), '1');
    store.set(personalKey('maya', 'home', 'later'), 'x 1');
    expect(findLeftovers(store, 'tomas')).toEqual({ people: ['maya'], unsent: 0 });
    for (const [entry, id] of [
      ['draft', 'c1'],
      ['draft', 'c2'],
      ['outbox', 'm1'],
      ['template-fill', 't1'],
      ['automation-edit', 'a1'],
    ] as const)
      store.set(personalKey('maya', entry, id), 'Dear');
    expect(findLeftovers(store, 'tomas')).toEqual({ people: ['maya'], unsent: 5 });
    expect(findLeftovers(store, 'maya')).toEqual({ people: ['tomas'], unsent: 1 });
  });
});
