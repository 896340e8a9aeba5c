import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { draftKey, filesKey, readDraft, restoreDraft, writeDraft } from '../composer/drafts.ts';
import { privateStartKey, setPrivateStart } from '../privacy/private-start.ts';
import { findUnsent, isConversationGone } from './explain-refusal.ts';
import type { Outgoing } from './outbox.ts';

async function loadFiles() {
  const { moveTags, restoreTags } = await import('../composer/files/attached-files.ts');
  return { moveTags, restoreTags };
}

/**
 * Returns the texts and files of messages to the box they were typed in. If their conversation is gone, to the box of a
 * new one, followed by what was typed since. The new one is private if the conversation is, or was when they
 * were sent.
 */
export function restoreMessages(
  { userId, wasPrivate = false }: { userId: string; wasPrivate?: boolean },
  messages: Outgoing[],
  error: unknown,
): void {
  const typed = findUnsent(messages, error).filter(({ isAgain }) => !isAgain);
  const first = typed[0];
  if (!first) return;
  const isGone = isConversationGone(messages[0], error);
  if (isGone && (wasPrivate || typed.some(({ isPrivate }) => isPrivate)))
    setPrivateStart(personalStore, privateStartKey(userId, first), true);
  const conversationId = isGone ? null : first.conversationId;
  const thread = { ...first, conversationId };
  const [oldDraft, oldFiles] = [draftKey(userId, first), filesKey(userId, first)];
  const texts = typed.map(({ text }) => text);
  if (isGone) {
    texts.push(readDraft(personalStore, oldDraft));
    writeDraft(personalStore, oldDraft, '');
  }
  restoreDraft(personalStore, draftKey(userId, thread), texts.filter((text) => text !== '').join('\n\n'));
  const files = typed.flatMap((message) => message.files);
  if (files.length === 0 && !(isGone && personalStore.get(oldFiles) !== null)) return;
  void (async () => {
    const code = await loadOrReport(loadFiles);
    if (isGone) code?.moveTags(personalStore, oldFiles, filesKey(userId, thread));
    code?.restoreTags(personalStore, filesKey(userId, thread), files);
  })();
}
