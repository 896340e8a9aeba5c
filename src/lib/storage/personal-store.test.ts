import { describe, expect, it } from 'vitest';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { createPersonalStore, personalKey } from './personal-store.ts';

const key = personalKey('maya', 'draft', 'c1');

describe('what a browser stores for a person', () => {
  it('survives a reload', () => {
    const disk = aDisk();
    createPersonalStore(disk).set(key, 'Dear');
    expect(createPersonalStore(disk).get(key)).toBe('Dear');
  });

  it.each([
    ['is full', aDisk({ isFull: true })],
    ['is forbidden', null],
  ])('stays in memory if the store %s', (_name, disk) => {
    const store = createPersonalStore(disk);
    store.set(key, 'Dear');
    expect(store.get(key)).toBe('Dear');
    expect(store.keys(personalKey('maya', 'draft', ''))).toEqual([key]);
    store.remove(key);
    expect(store.get(key)).toBeNull();
  });

  it('is deleted when the person signs out, and nobody else’s is', () => {
    const store = createPersonalStore(aDisk());
    const other = personalKey('maya2', 'draft', 'c1');
    store.set(key, 'Dear');
    store.set(personalKey('maya', 'outbox', 'm1'), '{}');
    store.set(other, 'Theirs');
    store.forget('maya');
    expect(store.keys('tenfold:')).toEqual([other]);
  });

  it('reports changes, made here and in another tab', () => {
    const disk = aDisk();
    const store = createPersonalStore(disk);
    const seen: (string | null)[] = [];
    store.subscribe(key, () => seen.push(store.get(key)));
    const before = store.version(key);
    store.set(key, 'Dear');
    disk.setItem(key, 'Dear customers');
    store.reread(key);
    store.remove(key);
    expect(seen).toEqual(['Dear', 'Dear customers', null]);
    expect(store.version(key)).toBe(before + 3);
  });

  it('reports a change to nobody who reads other entries', () => {
    const store = createPersonalStore(aDisk());
    const [drafts, outbox] = [personalKey('maya', 'draft', ''), personalKey('maya', 'outbox', '')];
    const seen: string[] = [];
    store.subscribe(drafts, () => seen.push('drafts'));
    store.subscribe(outbox, () => seen.push('outbox'));
    const before = store.version(outbox);
    store.set(key, 'Dear');
    store.remove(key);
    expect(seen).toEqual(['drafts', 'drafts']);
    expect(store.version(outbox)).toBe(before);
    store.reread(null);
    expect(seen.slice(2), 'another tab has cleared the storage').toEqual(['drafts', 'outbox']);
    expect(store.version(outbox)).toBe(before + 1);
  });
});
