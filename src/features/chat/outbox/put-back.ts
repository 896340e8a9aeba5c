import { errorCode } from '#src/lib/app-error.ts';
import { personalStore } from '#src/lib/personal-store.ts';
import { draftKey, putBackDraft } from '../composer/drafts.ts';
import type { Outgoing } from './outbox.ts';

/** Gives the texts of messages back to the box they were typed in; where the conversation is gone, to that of a new one. */
export function putBack(userId: string, messages: Outgoing[], error: unknown): void {
  const first = messages[0];
  if (!first) return;
  const conversationId = errorCode(error) === 'NOT_FOUND' ? null : first.conversationId;
  const text = messages.map((message) => message.text).join('\n\n');
  putBackDraft(personalStore, draftKey(userId, first.assistantId, conversationId), text);
}
