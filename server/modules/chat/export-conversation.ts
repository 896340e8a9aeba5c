import type { z } from 'zod';
import { assistantById } from '#contract/chat/assistants.ts';
import type { exportCursorSchema } from '#contract/chat/conversation-schemas.ts';
import type { Db } from '#db/client.ts';
import { findExportedConversation, readExportedMessages, type MessagePlace } from '#db/queries/chat/messages.ts';
import type { Version } from '#db/queries/chat/versions.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { ConversationId, MessageId, UserId } from '#db/types.gen.ts';
import { conversationFileName, conversationHead, conversationPart } from '#server/content/export/conversation-page.ts';
import { AppError } from '#server/lib/app-error.ts';
import { uuidOf } from '#server/lib/crypto/secrets.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { versionsOf } from './chat.dto.ts';

type ExportCursor = z.output<typeof exportCursorSchema>;
type ExportInput = { id: string; conversationId: ConversationId; cursor?: ExportCursor | null | undefined };
/** Markdown in parts. `nextCursor` asks for the next one; null after the last. */
type ExportPart = { fileName: string; markdown: string; nextCursor: ExportCursor | null };

/** A part ends with the first page of messages that makes it this long, in UTF-16 units: bounds what an export holds in memory. */
const PART_LENGTH = 500_000;
/** How many messages are read at a time: reading them all would block the embedded database for everyone. */
const PAGE = 50;

/**
 * The receipt of a click on one conversation up to one message. The same click on another conversation, or on one that has grown, is
 * another export.
 */
const receiptOf = ({ conversationId, id }: ExportInput, lastId: string | null) =>
  uuidOf(`export ${conversationId} ${id} ${lastId}`);

/** "version 2 of 3"; undefined if a message has no other versions. */
function versionText(id: string, all: readonly Version[] | null): string | undefined {
  const { question, answer } = versionsOf(all ?? [], id);
  const versions = question.includes(id) ? question : answer;
  return versions.includes(id) ? `version ${versions.indexOf(id) + 1} of ${versions.length}` : undefined;
}

type Dependencies = { db: Db; usage: UsageService; budgets: Pick<Budgets, 'charge'> };

/** Returns a conversation of any length as a file, part by part. It counts as one export, once its first part is there. */
export function createConversationExport({ db, usage, budgets }: Dependencies) {
  /** The messages of one part, and whether more may follow. */
  async function readPart(
    userId: UserId,
    conversationId: ConversationId,
    from: MessagePlace | null,
    lastId: MessageId,
  ) {
    const messages: Awaited<ReturnType<typeof readExportedMessages>> = [];
    let length = 0;
    for (;;) {
      const after = messages.at(-1) ?? from;
      const page = await readExportedMessages(db, userId, { conversationId, after, lastId, limit: PAGE });
      messages.push(...page);
      length += page.reduce((sum, { content }) => sum + content.length, 0);
      const hasMore = page.length === PAGE && page.at(-1)?.id !== lastId;
      if (!hasMore || length >= PART_LENGTH) return { messages, hasMore };
    }
  }

  return async (userId: UserId, input: ExportInput): Promise<ExportPart> => {
    const { conversationId, cursor } = input;
    const found = await findExportedConversation(db, userId, conversationId);
    if (!found) throw new AppError('NOT_FOUND');
    const lastId = cursor ? cursor.lastId : found.lastId;
    const receipt = receiptOf(input, lastId);
    if (cursor && !(await usage.hasCounted(userId, receipt))) throw new AppError('NOT_FOUND');

    if (!cursor) await budgets.charge(userId, 'exports');
    const { timeZone } = await getProfile(db, userId);
    const conversation = { ...found, assistantName: assistantById(found.assistantId).name };
    const from = cursor ? { createdAt: new Date(cursor.createdAt), id: cursor.id } : null;
    const { messages, hasMore } = lastId
      ? await readPart(userId, conversationId, from, lastId)
      : { messages: [], hasMore: false };
    const said = messages.map(({ versions, ...message }) => ({
      ...message,
      version: versionText(message.id, versions),
    }));
    const part = await conversationPart(said, conversation, timeZone);
    if (!cursor)
      await usage.settle(
        userId,
        await usage.reserve(userId, { kind: 'exports', subject: found.assistantId, id: receipt }),
      );
    const end = messages.at(-1);
    return {
      fileName: conversationFileName(conversation, timeZone),
      markdown: cursor ? part : conversationHead(conversation) + part,
      nextCursor: hasMore && end && lastId ? { lastId, createdAt: end.createdAt.toISOString(), id: end.id } : null,
    };
  };
}
