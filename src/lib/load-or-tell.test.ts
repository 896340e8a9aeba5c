import { afterEach, expect, test } from 'vitest';
import { loadOrTell } from './load-or-tell.ts';
import { toast } from './toast.ts';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const shown = () => toast.list().map(({ text }) => text);

afterEach(() => {
  for (const { id } of toast.list()) toast.dismiss(id);
});

test('a part of the page that does not load is told in plain words, with a way to reload', async () => {
  expect(await loadOrTell(gone)).toBeNull();
  expect(shown()).toEqual([expect.stringContaining('did not load')]);
  expect(toast.list()[0]?.action?.label).toBe('Reload');
});

test('trying again leaves one message, and success takes it away', async () => {
  await loadOrTell(gone);
  await loadOrTell(gone);
  expect(shown()).toHaveLength(1);
  expect(await loadOrTell(async () => 'a menu')).toBe('a menu');
  expect(shown()).toEqual([]);
});
