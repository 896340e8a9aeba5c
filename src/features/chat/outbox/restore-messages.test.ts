import { afterEach, expect, it, vi } from 'vitest';
import { SEND_TOASTS } from '#contract/chat/chat-texts.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import { draftKey, filesKey, readDraft, writeDraft } from '../composer/drafts.ts';
import { addTag, readTags } from '../composer/files/attached-files.ts';
import { isPrivateStart, privateStartKey, setPrivateStart } from '../privacy/private-start.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Outgoing } from './outbox.ts';
import { restoreMessages } from './restore-messages.ts';

const userId = 'owner-of-restored-messages';
const message: Outgoing = {
  id: 'm1',
  assistantId: 'emmie',
  conversationId: 'c1',
  text: 'The rest of it',
  files: [],
  replaces: null,
  isAgain: false,
  isPrivate: false,
  at: 1,
  start: 's1',
};
const refusal = (code: string) => Object.assign(new Error(code), { data: { appCode: code } });
const boxOf = (conversationId: string | null) =>
  readDraft(personalStore, draftKey(userId, { assistantId: 'emmie', conversationId, start: 's1' }));
const isPrivate = () => isPrivateStart(personalStore, privateStartKey(userId, { assistantId: 'emmie', start: 's1' }));

afterEach(() => {
  for (const { id } of toast.list()) toast.dismiss(id);
  setPrivateStart(personalStore, privateStartKey(userId, message), false);
  for (const conversationId of [null, 'c1'])
    writeDraft(personalStore, draftKey(userId, { assistantId: 'emmie', conversationId, start: 's1' }), '');
});

it('a message to a conversation that was deleted elsewhere moves to the box of a new one, just as private, with a notice', () => {
  restoreMessages({ userId, wasPrivate: true }, [message], refusal('NOT_FOUND'));
  expect([boxOf('c1'), boxOf(null), isPrivate()]).toEqual(['', 'The rest of it', true]);
  explainRefusal(refusal('NOT_FOUND'), message);
  expect(toast.list().at(-1)).toMatchObject(SEND_TOASTS.conversationDeleted);
});

it('a message returns to a private box if its conversation was private when it was sent, even if that’s unknown now', () => {
  restoreMessages({ userId }, [{ ...message, isPrivate: true }], refusal('NOT_FOUND'));
  expect(isPrivate()).toBe(true);
});

it('text and files added in a deleted conversation since then follow the message in the new conversation’s box', async () => {
  const filesOf = (conversationId: string | null) =>
    readTags(personalStore, filesKey(userId, { assistantId: 'emmie', conversationId, start: 's1' })).map(
      ({ id }) => id,
    );
  writeDraft(personalStore, draftKey(userId, message), 'And half of');
  addTag(personalStore, filesKey(userId, message), { id: 'f2', name: 'b.pdf' });
  restoreMessages({ userId }, [{ ...message, files: [{ id: 'f1', name: 'a.pdf' }] }], refusal('NOT_FOUND'));
  await vi.waitFor(() => expect([filesOf('c1'), filesOf(null)]).toEqual([[], ['f1', 'f2']]));
  expect([boxOf('c1'), boxOf(null)]).toEqual(['', 'The rest of it\n\nAnd half of']);
});

it('a message that was already sent doesn’t come back, only those queued after it do, and no notice says the chat was deleted', () => {
  const behind = { ...message, id: 'm2', text: 'One more thing' };
  restoreMessages({ userId }, [message, behind], refusal('ALREADY_SENT'));
  expect([boxOf('c1'), boxOf(null)]).toEqual(['One more thing', '']);
  explainRefusal(refusal('ALREADY_SENT'), message);
  expect(toast.list().at(-1)).toMatchObject({ text: 'ALREADY_SENT' });
});

it('any other refused message returns to its own box', () => {
  restoreMessages({ userId }, [message], refusal('USAGE_LIMIT'));
  expect([boxOf('c1'), boxOf(null)]).toEqual(['The rest of it', '']);
  restoreMessages({ userId }, [{ ...message, text: 'Reworded', replaces: 'a1' }], refusal('NOT_FOUND'));
  expect([boxOf('c1'), boxOf(null)]).toEqual(['Reworded\n\nThe rest of it', '']);
});
