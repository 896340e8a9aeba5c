import { afterEach, expect, test } from 'vitest';
import { loadOrReport } from './load-or-report.ts';
import { toast } from '../toast.ts';

/** Code that fails to load until it is put back. */
function aScript() {
  const state = { isGone: true };
  const load = async () => {
    if (state.isGone) throw new TypeError('Failed to fetch dynamically imported module');
    return 'a menu';
  };
  return { load, putBack: () => void (state.isGone = false) };
}
const shown = () => toast.list().map(({ text }) => text);

afterEach(() => {
  for (const { id } of toast.list()) toast.dismiss(id);
});

test('code that fails to load is reported in plain words, with one way to reload', async () => {
  const menu = aScript();
  expect(await loadOrReport(menu.load)).toBeNull();
  expect(shown()).toEqual(['This part of the page didn’t load. Please check your connection.']);
  expect(toast.list()[0]?.action?.label).toBe('Reload');
  menu.putBack();
  await loadOrReport(menu.load);
});

test('retrying leaves one message, and success removes it', async () => {
  const menu = aScript();
  await loadOrReport(menu.load);
  await loadOrReport(menu.load);
  expect(shown()).toHaveLength(1);
  menu.putBack();
  expect(await loadOrReport(menu.load)).toBe('a menu');
  expect(shown()).toEqual([]);
});

test('the message stays until everything that failed has loaded', async () => {
  const [menu, dialog, answer] = [aScript(), aScript(), aScript()];
  answer.putBack();
  await Promise.all([menu, dialog].map(({ load }) => loadOrReport(load)));
  await loadOrReport(answer.load);
  expect(shown()).toHaveLength(1);
  menu.putBack();
  await loadOrReport(menu.load);
  expect(shown()).toHaveLength(1);
  dialog.putBack();
  await loadOrReport(dialog.load);
  expect(shown()).toEqual([]);
});
