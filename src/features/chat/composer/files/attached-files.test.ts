import { describe, expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { filesKey } from '../drafts.ts';
import { addTag, chooseScope, readTags, removeTag, restoreTags, writeTags } from './attached-files.ts';

const KEY = filesKey('maya', { assistantId: 'seomi', conversationId: null, start: 's1' });
const guide = { id: 'a', name: 'Glaze guide.pdf' };
const report = { id: 'b', name: 'Ad report.csv' };
const names = (store: ReturnType<typeof createPersonalStore>) => readTags(store, KEY).map(({ name }) => name);

describe('CHAT-27: the files beside a message that isn’t sent yet', () => {
  it('survive a reload, in the order in which they were added, each once', () => {
    const disk = aDisk();
    addTag(createPersonalStore(disk), KEY, guide);
    addTag(createPersonalStore(disk), KEY, report);
    addTag(createPersonalStore(disk), KEY, report);
    const store = createPersonalStore(disk);
    expect(readTags(store, KEY)).toMatchObject([
      { ...guide, state: 'reading', problem: null },
      { ...report, state: 'reading' },
    ]);
    removeTag(store, KEY, guide.id);
    expect(names(store)).toEqual([report.name]);
    removeTag(store, KEY, report.id);
    expect(store.get(KEY)).toBeNull();
  });

  it('belong to one conversation', () => {
    const store = createPersonalStore(aDisk());
    addTag(store, KEY, guide);
    expect(readTags(store, filesKey('maya', { assistantId: 'seomi', conversationId: 'c', start: 's1' }))).toEqual([]);
  });

  it('come back with a message that was refused, before what was added since', () => {
    const store = createPersonalStore(aDisk());
    addTag(store, KEY, report);
    restoreTags(store, KEY, [guide]);
    expect(readTags(store, KEY)).toMatchObject([
      { ...guide, state: 'ready' },
      { ...report, state: 'reading' },
    ]);
  });

  it('all files of a message share one scope, "This chat" by default', () => {
    const store = createPersonalStore(aDisk());
    addTag(store, KEY, guide);
    expect(readTags(store, KEY)[0]?.scope).toBe('chat');
    chooseScope(store, KEY, 'team');
    addTag(store, KEY, report);
    expect(readTags(store, KEY).map(({ scope }) => scope)).toEqual(['team', 'team']);
  });

  it('are never more than five, and none where the storage holds something else', () => {
    const store = createPersonalStore(aDisk());
    for (const id of ['1', '2', '3', '4', '5', '6']) addTag(store, KEY, { id, name: id });
    expect(names(store)).toEqual(['1', '2', '3', '4', '5']);
    for (const stored of ['no JSON', '{}', '[null]', '[{"id":7}]', '"text"']) {
      store.set(KEY, stored);
      expect(readTags(store, KEY)).toEqual([]);
    }
    writeTags(store, KEY, []);
  });
});
