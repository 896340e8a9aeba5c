import { listTaught } from '#db/queries/brain/taught-facts.ts';
import { listTaughtPreferences } from '#db/queries/preferences/answer-preferences.ts';
import type { z } from 'zod';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { CONVERSATIONS_PAGE, type feedbackSchema, type resumeSchema, type sendSchema } from '#contract/chat/chat.ts';
import type { Follow } from '#contract/live.ts';
import { TAUGHT_MAX } from '#contract/brain/brain.ts';
import { ENDED_AT_ONCE_MAX } from '#contract/brain/preference-schemas.ts';
import type { Db } from '#db/client.ts';
import * as conversations from '#db/queries/chat/conversations.ts';
import { hasExchange, listUnread, markSeen, showVersion } from '#db/queries/chat/versions.ts';
import { rateMessage } from '#db/queries/chat/messages.ts';
import { findExchange, findThreadPage, type Place } from '#db/queries/chat/thread.ts';
import type { TurnIds } from '#db/queries/chat/turn-context.ts';
import * as turns from '#db/queries/chat/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ConversationId, MessageId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { previewOf, toConversation, toMessages, toThread } from './chat.dto.ts';
import { createConversationExport } from './export-conversation.ts';
import { titleFrom } from './history.ts';
import { createConversationSearch, toCursor, type CursorInput } from './search-conversations.ts';
import { followAnswers } from './turns/follow.ts';
import type { Opened, TurnOpener } from './turns/open-turns.ts';
import type { SavedSignals } from './turns/saved-signals.ts';
import type { TurnRunner } from './turns/turn-runner.ts';

/** Deleted conversations are kept this long, so that Undo can restore them. In milliseconds. */
const KEEP_DELETED_MS = 60 * 60_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  opener: TurnOpener;
  runner: TurnRunner;
  saved: SavedSignals;
  usage: UsageService;
  budgets: Pick<Budgets, 'charge'>;
  searches: SearchQueue;
};

/** What a conversation taught: the ids of facts that still count, and of preferences that are still set. */
type Taught = { taught: string[]; taughtPreferences: string[] };

export function createChatService({ db, clock, opener, runner, saved, usage, budgets, searches }: Dependencies) {
  async function findTaught(userId: UserId, id: ConversationId): Promise<Taught> {
    const taught = await listTaught(db, userId, id, TAUGHT_MAX);
    return { taught, taughtPreferences: await listTaughtPreferences(db, userId, id, ENDED_AT_ONCE_MAX) };
  }

  async function describe(userId: UserId, ids: TurnIds) {
    const exchange = await findExchange(db, userId, ids);
    const [question, answer] = exchange ? toMessages(exchange) : [];
    if (!exchange || !question || !answer) throw new AppError('NOT_FOUND');
    return { conversation: toConversation(exchange), question, answer };
  }

  /** Starts the model and returns the current state. */
  async function begin(userId: UserId, opened: Opened) {
    if (opened.isRepeat) return describe(userId, opened.ids);
    const { turnId, ids, request, tools, command, shown } = opened;
    const { attempt, content } = shown.answer;
    runner.start({ id: turnId, userId, answerId: ids.answerId, attempt }, { request, tools, command }, content);
    return shown;
  }

  return {
    /** One page, newest first. */
    conversations: async (userId: UserId, assistantId: AssistantId, cursor?: CursorInput) => {
      const page = { after: toCursor(cursor), limit: CONVERSATIONS_PAGE };
      const rows = await conversations.listConversations(db, userId, assistantId, page);
      return rows.map((row) => ({
        ...toConversation(row),
        isStreaming: row.isStreaming,
        hasNewAnswer: row.hasNewAnswer,
      }));
    },

    ...createConversationSearch({ db, searches }),

    rename: async (userId: UserId, id: ConversationId, title: string): Promise<void> => {
      if (!(await conversations.renameConversation(db, userId, id, title))) throw new AppError('NOT_FOUND');
    },

    /** Returns what the conversation taught before, which is kept unless the owner chooses to forget it. */
    setPrivate: async (userId: UserId, id: ConversationId, isPrivate: boolean): Promise<Taught> => {
      if (!(await conversations.setConversationPrivate(db, userId, id, isPrivate))) throw new AppError('NOT_FOUND');
      return isPrivate ? findTaught(userId, id) : { taught: [], taughtPreferences: [] };
    },

    /**
     * Shows the version of an exchange that this message belongs to, with what came after it. From then on, these are
     * what the assistant knows. A title taken from the first question changes with it.
     */
    showVersion: async (userId: UserId, conversationId: ConversationId, messageId: MessageId): Promise<void> => {
      const now = await clock.now();
      const isShown = await inTransaction(db, async (trx) => {
        const shown = await showVersion(trx, { userId, conversationId, messageId, now });
        const [before, after] = shown ? [titleFrom(shown.before), titleFrom(shown.after)] : [null, null];
        if (shown && before !== null && after !== null)
          await conversations.changeTitle(trx, userId, conversationId, { before, after });
        return shown !== false;
      });
      if (isShown) return;
      throw new AppError(
        (await hasExchange(db, { userId, conversationId, messageId })) ? 'REPLY_PENDING' : 'NOT_FOUND',
      );
    },

    /** The assistants with answers that this person hasn't seen, and whether any answer is being written. */
    unread: (userId: UserId) => listUnread(db, userId),

    /** This person has seen the answers of a conversation. */
    markSeen: async (userId: UserId, id: ConversationId): Promise<void> => {
      if (!(await markSeen(db, userId, id, await clock.now()))) throw new AppError('NOT_FOUND');
    },

    /** The newest conversations with any assistant, for the first page. */
    recent: async (userId: UserId) =>
      (await conversations.listRecentConversations(db, userId)).map((row) => ({
        ...toConversation(row),
        isStreaming: row.isStreaming,
        hasNewAnswer: row.hasNewAnswer,
        preview: row.lastAnswer === null ? null : previewOf(row.lastAnswer.beginning, row.lastAnswer.said) || null,
      })),

    /** The end of a conversation, or the page at a place in it. */
    messages: async (userId: UserId, conversationId: ConversationId, place: Place | null) => {
      const page = await findThreadPage(db, { userId, conversationId }, place);
      if (!page) throw new AppError('NOT_FOUND');
      return toThread(page, place?.messageId ?? null);
    },

    export: createConversationExport({ db, usage, budgets }),

    /** Starts a turn. Repeating an id refers to the same turn: one message, one answer, one unit. */
    send: async (userId: UserId, input: z.output<typeof sendSchema>) =>
      begin(userId, await opener.forQuestion(userId, input)),

    /** Rewrites the last answer or continues it. Repeating an id refers to the same turn. */
    resume: async (userId: UserId, input: z.output<typeof resumeSchema>) =>
      begin(userId, await opener.forAnswer(userId, input)),

    /** Asks a running answer to end with what it has. The answer may be running in another process. */
    stop: async (userId: UserId, answerId: MessageId): Promise<void> => {
      const running = await turns.requestStop(db, userId, { answerId });
      for (const turn of running) runner.stop(turn);
      if (running.length === 0 && !(await turns.findTurnByAnswer(db, userId, answerId)))
        throw new AppError('NOT_FOUND');
    },

    follow: (userId: UserId, answers: Follow['answers'], signal: AbortSignal) =>
      followAnswers({ db, runner, saved }, { userId, answers, signal }),

    /**
     * Hides a conversation, and ends the answer that is being written in it: nobody would read it. Returns what it
     * taught, which stays unless the owner says otherwise.
     */
    remove: async (userId: UserId, id: ConversationId): Promise<Taught> => {
      const running = await inTransaction(db, async (trx) => {
        if (!(await conversations.setConversationDeleted(trx, userId, id, await clock.now())))
          throw new AppError('NOT_FOUND');
        return turns.requestStop(trx, userId, { conversationId: id });
      });
      for (const turn of running) runner.stop(turn);
      return findTaught(userId, id);
    },

    restore: async (userId: UserId, id: ConversationId): Promise<void> => {
      if (!(await conversations.setConversationDeleted(db, userId, id, null))) throw new AppError('NOT_FOUND');
    },

    /** Removes deleted conversations for good. */
    purge: async (): Promise<void> => {
      const now = await clock.now();
      await conversations.purgeDeletedConversations(db, new Date(now.getTime() - KEEP_DELETED_MS));
    },

    rate: async (userId: UserId, input: z.output<typeof feedbackSchema>): Promise<void> => {
      const kept = await rateMessage(db, { userId, ...input, now: await clock.now() });
      if (!kept) throw new AppError('NOT_FOUND');
    },
  };
}
export type ChatService = ReturnType<typeof createChatService>;
