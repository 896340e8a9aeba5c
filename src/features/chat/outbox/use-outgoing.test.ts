import { expect, it } from 'vitest';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { draftKey, writeDraft } from '../composer/drafts.ts';
import { addOutgoing, removeOutgoing } from './outbox.ts';
import { readOutgoing } from './use-outgoing.ts';

it('the waiting messages are read again when one of them changes, and not when someone types', () => {
  const thread = { assistantId: 'emmie', conversationId: null, start: 's1' } as const;
  const message = { ...thread, id: 'a', text: 'Hello', files: [], replaces: null, isAgain: false, isPrivate: false };
  addOutgoing(personalStore, 'maya', message);
  const waiting = readOutgoing('maya');
  expect(waiting.map(({ id }) => id)).toEqual(['a']);
  writeDraft(personalStore, draftKey('maya', thread), 'Dear customers');
  expect(readOutgoing('maya')).toBe(waiting);
  removeOutgoing(personalStore, 'maya', 'a');
  expect(readOutgoing('maya')).toEqual([]);
});
