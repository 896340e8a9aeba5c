import { errorCode } from '#src/lib/app-error.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { draftKey, filesKey, restoreDraft } from '../composer/drafts.ts';
import type { Outgoing } from './outbox.ts';

const loadRestore = async () => (await import('../composer/files/attached-files.ts')).restoreTags;

/** Returns the texts and files of messages to the box they were typed in, or to a new conversation's box if theirs is gone. */
export function restoreMessages(userId: string, messages: Outgoing[], error: unknown): void {
  const typed = messages.filter(({ isAgain }) => !isAgain);
  const first = typed[0];
  if (!first) return;
  const conversationId = errorCode(error) === 'NOT_FOUND' && first.replaces === null ? null : first.conversationId;
  const text = typed.map((message) => message.text).join('\n\n');
  const thread = { ...first, conversationId };
  restoreDraft(personalStore, draftKey(userId, thread), text);
  const files = typed.flatMap((message) => message.files);
  if (files.length === 0) return;
  void loadOrReport(loadRestore).then((restore) => restore?.(personalStore, filesKey(userId, thread), files));
}
