import { errorCode } from '#src/lib/app-error.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { draftKey, restoreDraft } from '../composer/drafts.ts';
import type { Outgoing } from './outbox.ts';

/** Returns the texts of messages to the box they were typed in, or to a new conversation's box if theirs is gone. */
export function restoreMessages(userId: string, messages: Outgoing[], error: unknown): void {
  const typed = messages.filter(({ isAgain }) => !isAgain);
  const first = typed[0];
  if (!first) return;
  const conversationId = errorCode(error) === 'NOT_FOUND' && first.replaces === null ? null : first.conversationId;
  const text = typed.map((message) => message.text).join('\n\n');
  restoreDraft(personalStore, draftKey(userId, { ...first, conversationId }), text);
}
