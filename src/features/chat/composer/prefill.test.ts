import { expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { draftKey, readDraft, writeDraft } from './drafts.ts';
import { prefill } from './prefill.ts';

const place = {
  userId: 'maya',
  assistantId: 'emmie',
  key: draftKey('maya', { assistantId: 'emmie', conversationId: null, start: 'n1' }),
};
const { key } = place;

it('SHELL-7: a request from a link is put into the box, and replaces an earlier one that wasn’t sent, but not the person’s own words', () => {
  const store = createPersonalStore(null);
  prefill(store, place, 'Draft a welcome email.');
  expect(readDraft(store, key)).toBe('Draft a welcome email.');
  prefill(store, place, 'Write a newsletter.');
  expect(readDraft(store, key)).toBe('Write a newsletter.');
  writeDraft(store, key, 'Dear regulars,');
  prefill(store, place, 'Draft a welcome email.');
  expect(readDraft(store, key)).toBe('Dear regulars,\n\nDraft a welcome email.');
  prefill(store, place, 'Write a newsletter.');
  expect(readDraft(store, key)).toBe('Dear regulars,\n\nWrite a newsletter.');
});
