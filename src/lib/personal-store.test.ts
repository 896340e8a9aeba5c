import { describe, expect, it } from 'vitest';
import { aDisk } from '#tests/support/a-disk.ts';
import { createPersonalStore, personalKey } from './personal-store.ts';

const key = personalKey('maya', 'draft', 'c1');

describe('what a browser keeps for a person', () => {
  it('is there after a reload', () => {
    const disk = aDisk();
    createPersonalStore(disk).set(key, 'Dear');
    expect(createPersonalStore(disk).get(key)).toBe('Dear');
  });

  it.each([
    ['is full', aDisk({ isFull: true })],
    ['is forbidden', null],
  ])('stays in memory where the store %s', (_name, disk) => {
    const store = createPersonalStore(disk);
    store.set(key, 'Dear');
    expect(store.get(key)).toBe('Dear');
    expect(store.keys(personalKey('maya', 'draft', ''))).toEqual([key]);
    store.remove(key);
    expect(store.get(key)).toBeNull();
  });

  it('is forgotten when the person signs out, and nobody else’s', () => {
    const store = createPersonalStore(aDisk());
    const other = personalKey('maya2', 'draft', 'c1');
    store.set(key, 'Dear');
    store.set(personalKey('maya', 'outbox', 'm1'), '{}');
    store.set(other, 'Theirs');
    store.forget('maya');
    expect(store.keys('tenfold:')).toEqual([other]);
  });

  it('tells of changes, here and in another tab', () => {
    const disk = aDisk();
    const store = createPersonalStore(disk);
    const seen: (string | null)[] = [];
    store.subscribe(() => seen.push(store.get(key)));
    store.set(key, 'Dear');
    disk.setItem(key, 'Dear customers');
    store.reread(key);
    store.remove(key);
    expect(seen).toEqual(['Dear', 'Dear customers', null]);
    expect(store.version()).toBe(3);
  });
});
