import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { draftKey, filesKey, restoreDraft } from '../composer/drafts.ts';
import { privateStartKey, setPrivateStart } from '../privacy/private-start.ts';
import { isConversationGone } from './explain-refusal.ts';
import type { Outgoing } from './outbox.ts';

const loadRestore = async () => (await import('../composer/files/attached-files.ts')).restoreTags;

/**
 * Returns the texts and files of messages to the box they were typed in. If their conversation is gone, to the box of a new one, which is
 * private if that was.
 */
export function restoreMessages(
  { userId, wasPrivate = false }: { userId: string; wasPrivate?: boolean },
  messages: Outgoing[],
  error: unknown,
): void {
  const typed = messages.filter(({ isAgain }) => !isAgain);
  const first = typed[0];
  if (!first) return;
  const isGone = isConversationGone(first, error);
  if (isGone && wasPrivate) setPrivateStart(personalStore, privateStartKey(userId, first), true);
  const conversationId = isGone ? null : first.conversationId;
  const text = typed.map((message) => message.text).join('\n\n');
  const thread = { ...first, conversationId };
  restoreDraft(personalStore, draftKey(userId, thread), text);
  const files = typed.flatMap((message) => message.files);
  if (files.length === 0) return;
  void loadOrReport(loadRestore).then((restore) => restore?.(personalStore, filesKey(userId, thread), files));
}
