import type { z } from 'zod';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { feedbackSchema, resumeSchema, sendSchema } from '#contract/chat/chat.ts';
import type { Db } from '#db/client.ts';
import * as conversations from '#db/queries/conversations.ts';
import * as messages from '#db/queries/messages.ts';
import type { TurnIds } from '#db/queries/turn-context.ts';
import * as turns from '#db/queries/turns.ts';
import type { ConversationId, MessageId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { toConversation, toMessage } from './chat.dto.ts';
import { createConversationExport } from './export-conversation.ts';
import { followAnswer } from './follow.ts';
import { titleFrom } from './history.ts';
import type { createTurnOpener, Opened } from './open-turns.ts';
import type { SavedSignals } from './saved-signals.ts';
import type { TurnRunner } from './turn-runner.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  opener: ReturnType<typeof createTurnOpener>;
  runner: TurnRunner;
  saved: SavedSignals;
  usage: UsageService;
};

export function createChatService({ db, clock, opener, runner, saved, usage }: Dependencies) {
  async function getThread(userId: UserId, conversationId: ConversationId) {
    const thread = await messages.findThread(db, userId, conversationId);
    if (!thread) throw new AppError('NOT_FOUND');
    return { conversation: toConversation(thread), messages: thread.bubbles.map(toMessage) };
  }

  async function describe(userId: UserId, ids: TurnIds) {
    const thread = await getThread(userId, ids.conversationId);
    const question = thread.messages.find(({ id }) => id === ids.questionId);
    const answer = thread.messages.find(({ id }) => id === ids.answerId);
    if (!question || !answer) throw new AppError('NOT_FOUND');
    return { conversation: thread.conversation, question, answer };
  }

  /** Lets the model begin, and says how things stand now. */
  async function begin(userId: UserId, opened: Opened) {
    if (opened.isRepeat) return describe(userId, opened.ids);
    const { turnId, ids, request, shown } = opened;
    runner.start({ id: turnId, userId, answerId: ids.answerId }, request, shown.answer.content);
    return shown;
  }

  return {
    conversations: async (userId: UserId, assistantId: AssistantId) =>
      (await conversations.listConversations(db, userId, assistantId)).map((row) => ({
        ...toConversation(row),
        isStreaming: row.isStreaming,
      })),

    messages: getThread,
    export: createConversationExport({ db, usage }),

    /** Starts a turn. The same id again is the same turn: one message, one answer, one unit. */
    send: async (userId: UserId, input: z.output<typeof sendSchema>) => {
      const opened = await opener.forQuestion(userId, input);
      const sent = await begin(userId, opened);
      // It is made as 'Chat with …' (spec §3); its first question names it from then on.
      const title = !opened.isRepeat && opened.isFirst ? titleFrom(input.text) : null;
      if (title) await conversations.nameConversation(db, userId, opened.ids.conversationId, title);
      return sent;
    },

    /** Writes the last answer anew, or goes on with it. The same id again is the same turn. */
    resume: async (userId: UserId, input: z.output<typeof resumeSchema>) =>
      begin(userId, await opener.forAnswer(userId, input)),

    /** Asks a running answer to end with what it has. It may run in another process. */
    stop: async (userId: UserId, answerId: MessageId): Promise<void> => {
      if (await turns.requestStop(db, userId, answerId)) runner.stop(answerId);
      else if (!(await turns.findTurnByAnswer(db, userId, answerId))) throw new AppError('NOT_FOUND');
    },

    follow: (userId: UserId, answerId: MessageId, offset: number, signal: AbortSignal) =>
      followAnswer({ db, runner, saved }, { userId, answerId, offset, signal }),

    remove: async (userId: UserId, id: ConversationId): Promise<void> => {
      if (!(await conversations.setConversationDeleted(db, userId, id, await clock.now())))
        throw new AppError('NOT_FOUND');
    },

    restore: async (userId: UserId, id: ConversationId): Promise<void> => {
      if (!(await conversations.setConversationDeleted(db, userId, id, null))) throw new AppError('NOT_FOUND');
    },

    rate: async (userId: UserId, input: z.output<typeof feedbackSchema>): Promise<void> => {
      const { messageId, ...rest } = input;
      const kept = await messages.rateMessage(db, {
        userId,
        messageId: messageId as MessageId, // reason: looked up with its owner
        ...rest,
        now: await clock.now(),
      });
      if (!kept) throw new AppError('NOT_FOUND');
    },
  };
}
