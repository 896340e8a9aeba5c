import { createHash } from 'node:crypto';
import { assistantById } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import { findWholeThread } from '#db/queries/messages.ts';
import { getProfile } from '#db/queries/profiles.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { conversationPage } from '#server/content/export/conversation-page.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';

type Wish = { id: string; conversationId: ConversationId };

/** A click's receipt is of one conversation: the same click on another one is another export. */
function receiptOf(conversationId: ConversationId, clickId: string): string {
  const hex = createHash('sha256').update(`export ${conversationId} ${clickId.toLowerCase()}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Gives a conversation away as a file. It counts as an export; one that is not made is not counted. */
export function createConversationExport({ db, usage }: { db: Db; usage: UsageService }) {
  return async (userId: UserId, { id, conversationId }: Wish): Promise<{ fileName: string; markdown: string }> => {
    const thread = await findWholeThread(db, userId, conversationId);
    if (!thread) throw new AppError('NOT_FOUND');
    const wish = { kind: 'exports', subject: thread.assistantId, id: receiptOf(conversationId, id) } as const;
    const receipt = await usage.reserve(userId, wish);
    try {
      const { timeZone } = await getProfile(db, userId);
      const { name: assistantName } = assistantById(thread.assistantId);
      const page = await conversationPage({ ...thread, assistantName }, timeZone);
      await usage.settle(userId, receipt);
      return page;
    } catch (error) {
      await usage.release(userId, receipt);
      throw error;
    }
  };
}
