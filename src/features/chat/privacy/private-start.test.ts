import { expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { isPrivateStart, privateStartKey, setPrivateStart } from './private-start.ts';

it('BRAIN-45: a new conversation stays private across a reload, and only that one', () => {
  const disk = aDisk();
  const key = (userId: string, start: string) => privateStartKey(userId, { assistantId: 'emmie', start });
  setPrivateStart(createPersonalStore(disk), key('maya', 's1'), true);
  const store = createPersonalStore(disk);
  expect(isPrivateStart(store, key('maya', 's1'))).toBe(true);
  expect(isPrivateStart(store, key('maya', 's2'))).toBe(false);
  expect(isPrivateStart(store, key('noor', 's1'))).toBe(false);
  setPrivateStart(store, key('maya', 's1'), false);
  expect(isPrivateStart(store, key('maya', 's1'))).toBe(false);
  expect(store.keys('tenfold')).toEqual([]);
});
