import { expect, it, vi } from 'vitest';
import { forgetTaught } from './forget-taught-dialog.tsx';

const taught = { taught: ['f1', 'f2'], taughtPreferences: ['p1'] };
const failing = () => Promise.reject(new Error('no connection'));
const working = () => Promise.resolve();

it.each([
  ['all was forgotten', working, working, 'Also forgot 2 facts and 1 preference.', 1, 1],
  ['only the facts were', working, failing, 'Also forgot 2 facts.', 1, 0],
  ['nothing was', failing, working, undefined, 0, 0],
])('if %s, Undo reverts that and the change to the chat', async (_what, forget, end, text, facts, preferences) => {
  const [undo, bringBackFacts, undoEnding] = [vi.fn(), vi.fn(), vi.fn()];
  const calls = { forgetFacts: forget, bringBackFacts, endPreferences: end, undoEnding };
  const done = await forgetTaught({ title: 'Chat deleted', undo }, taught, calls);
  expect(done.text).toBe(text);
  done.undo();
  expect(undo).toHaveBeenCalledOnce();
  expect(bringBackFacts).toHaveBeenCalledTimes(facts);
  expect(undoEnding).toHaveBeenCalledTimes(preferences);
});
