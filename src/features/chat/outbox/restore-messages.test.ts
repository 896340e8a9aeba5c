import { afterEach, expect, it } from 'vitest';
import { SEND_TOASTS } from '#contract/chat/chat-texts.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import { draftKey, readDraft, writeDraft } from '../composer/drafts.ts';
import { isPrivateStart, privateStartKey } from '../privacy/private-start.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Outgoing } from './outbox.ts';
import { restoreMessages } from './restore-messages.ts';

const userId = 'maya';
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
  for (const conversationId of [null, 'c1'])
    writeDraft(personalStore, draftKey(userId, { assistantId: 'emmie', conversationId, start: 's1' }), '');
});

it('a message to a conversation that was deleted elsewhere is in the box of a new one, as private as the old one, and this is said', () => {
  restoreMessages({ userId, wasPrivate: true }, [message], refusal('NOT_FOUND'));
  expect([boxOf('c1'), boxOf(null), isPrivate()]).toEqual(['', 'The rest of it', true]);
  explainRefusal(refusal('NOT_FOUND'), message);
  expect(toast.list().at(-1)).toMatchObject(SEND_TOASTS.conversationDeleted);
});

it('any other message that is refused is in its own box again', () => {
  restoreMessages({ userId }, [message], refusal('USAGE_LIMIT'));
  expect([boxOf('c1'), boxOf(null)]).toEqual(['The rest of it', '']);
  restoreMessages({ userId }, [{ ...message, text: 'Reworded', replaces: 'a1' }], refusal('NOT_FOUND'));
  expect([boxOf('c1'), boxOf(null)]).toEqual(['Reworded\n\nThe rest of it', '']);
});
