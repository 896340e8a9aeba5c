import { describe, expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { browserLocks } from '#tests/support/browser/browser-locks.ts';
import { addOutgoing } from '../outbox/outbox.ts';
import { draftKey, readDraft, writeDraft } from './drafts.ts';
import { createNewConversations } from './new-conversation.ts';

const USER = 'maya';
const keyOf = (start: string) => draftKey(USER, { assistantId: 'emmie', conversationId: null, start });

/** Tabs of one browser that share its storage and its locks. */
function aBrowser() {
  const disk = aDisk();
  const locks = browserLocks();
  return (memory: Pick<Storage, 'getItem' | 'setItem'> = aDisk()) => {
    const store = createPersonalStore(disk);
    const mine = createNewConversations({ locks, memory, store, waitMs: 5 });
    return {
      ...mine,
      memory,
      open: () => mine.claim(USER, 'emmie'),
      type: (start: string, text: string) => writeDraft(store, keyOf(start), text),
      send: (start: string) =>
        addOutgoing(store, USER, {
          id: 'm1',
          assistantId: 'emmie',
          conversationId: null,
          text: 'Hello',
          start,
          files: [],
          replaces: null,
          isAgain: false,
          isPrivate: false,
        }),
      read: (start: string) => readDraft(store, keyOf(start)),
    };
  };
}

describe('a new conversation', () => {
  it('is another one in each tab, from the first character on', async () => {
    const aTab = aBrowser();
    const [first, second] = [aTab(), aTab()];
    const inFirst = await first.open();
    first.type(inFirst, 'D');
    const inSecond = await second.open();
    expect(inSecond).not.toBe(inFirst);
    expect(second.read(inSecond)).toBe('');
    expect(first.read(inFirst)).toBe('D');
  });

  it('stays the same while its tab is open', async () => {
    const tab = aBrowser()();
    const start = tab.current('emmie');
    expect(await tab.open()).toBe(start);
    expect(await tab.open()).toBe(start);
  });

  it('is another one in a duplicated tab, which begins with the memory of the first', async () => {
    const aTab = aBrowser();
    const first = aTab();
    const inFirst = await first.open();
    first.type(inFirst, 'Dear customers');
    const copied = aDisk();
    copied.setItem('tenfold:new-emmie', inFirst);
    expect(await aTab(copied).open()).not.toBe(inFirst);
  });

  it('is still there after a reload', async () => {
    const aTab = aBrowser();
    const first = aTab();
    const start = await first.open();
    first.type(start, 'Dear customers');
    first.letGo();
    expect(await aTab(first.memory).open()).toBe(start);
  });

  it('passes to the next tab once its own is closed, and to one tab only', async () => {
    const aTab = aBrowser();
    const first = aTab();
    const start = await first.open();
    first.type(start, 'Dear customers');
    first.letGo();
    const [second, third] = [aTab(), aTab()];
    const opened = await Promise.all([second.open(), third.open()]);
    expect(opened.filter((id) => id === start)).toHaveLength(1);
  });

  it('is not replaced by what a closed tab left once something is typed or on its way', async () => {
    const aTab = aBrowser();
    const first = aTab();
    first.type(await first.open(), 'Dear customers');
    first.letGo();
    for (const act of ['type', 'send'] as const) {
      const tab = aTab();
      const own = tab.current('emmie');
      tab[act](own, 'Hi');
      expect(await tab.open()).toBe(own);
    }
  });
});
