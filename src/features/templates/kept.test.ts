import { expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { keep } from './kept.ts';

const key = (id: number) => `tenfold:maya:template-fill:${id}`;

it('what was typed for a template is kept until it is dropped', () => {
  const store = createPersonalStore(null);
  keep(store, key(1), { event: 'Opening' }, 5);
  expect(JSON.parse(store.get(key(1)) ?? '')).toEqual({ at: 5, value: { event: 'Opening' } });
  keep(store, key(1), null);
  expect(store.get(key(1))).toBeNull();
});

it('what can’t be read any more makes room first', () => {
  const store = createPersonalStore(null);
  for (let id = 1; id <= 20; id += 1) keep(store, key(id), {}, id);
  store.set(key(20), '{"at": 20, "value":');
  keep(store, key(21), {}, 21);
  expect([1, 20, 21].map((id) => store.get(key(id)) !== null)).toEqual([true, false, true]);
});

it('at most 20 templates are kept, and the oldest makes room', () => {
  const store = createPersonalStore(null);
  for (let id = 1; id <= 21; id += 1) keep(store, key(id), {}, id);
  keep(store, key(2), { event: 'Opening' }, 30);
  keep(store, key(22), {}, 31);
  expect(store.keys('tenfold:maya:template-fill:')).toHaveLength(20);
  expect([1, 2, 3, 4].map((id) => store.get(key(id)) !== null)).toEqual([false, true, false, true]);
});
