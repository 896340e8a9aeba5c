import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { assistantById, canUseAssistant, type AssistantId } from '#contract/assistants.ts';
import { HISTORY_MESSAGES, type feedbackSchema, type sendSchema } from '#contract/chat.ts';
import { defaultTitle } from '#contract/texts.ts';
import type { Db } from '#db/client.ts';
import * as conversations from '#db/queries/conversations.ts';
import * as messages from '#db/queries/messages.ts';
import * as turns from '#db/queries/turns.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { ConversationId, MessageId, TurnId, UserId } from '#db/types.gen.ts';
import { instructionsFor } from '#server/content/prompts/instructions.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { toConversation, toMessage } from './chat.dto.ts';
import { followAnswer } from './follow.ts';
import { titleFrom, toHistory } from './history.ts';
import type { TurnRunner } from './turn-runner.ts';

/** Bubbles shown of one conversation. */
const SHOWN_MESSAGES = 500;

type Dependencies = { db: Db; clock: Clock; profile: ProfileService; usage: UsageService; runner: TurnRunner };
type SendInput = z.output<typeof sendSchema>;

export function createChatService({ db, clock, profile, usage, runner }: Dependencies) {
  async function getConversation(trx: Db, userId: UserId, id: ConversationId) {
    const conversation = await conversations.findConversation(trx, userId, id);
    if (!conversation) throw new AppError('NOT_FOUND');
    return conversation;
  }

  /** The conversation that the question belongs to: an own one with the same assistant, or a new one. */
  async function openConversation(trx: Db, userId: UserId, input: SendInput, now: Date): Promise<ConversationId> {
    if (input.conversationId === null) {
      const id = randomUUID() as ConversationId; // reason: a new id gets its brand here
      const title = defaultTitle(assistantById(input.assistantId).name);
      await conversations.addConversation(trx, { id, userId, assistantId: input.assistantId, title, now });
      return id;
    }
    const conversation = await getConversation(trx, userId, input.conversationId as ConversationId); // reason: looked up with its owner
    if (conversation.assistantId !== input.assistantId) throw new AppError('NOT_FOUND');
    await conversations.touchConversation(trx, userId, conversation.id, now);
    return conversation.id;
  }

  async function describe(
    userId: UserId,
    turn: { conversationId: ConversationId; questionId: MessageId; answerId: MessageId },
  ) {
    const [conversation, bubbles] = await Promise.all([
      getConversation(db, userId, turn.conversationId),
      messages.findMessages(db, userId, [turn.questionId, turn.answerId]),
    ]);
    const question = bubbles.find((bubble) => bubble.id === turn.questionId);
    const answer = bubbles.find((bubble) => bubble.id === turn.answerId);
    if (!question || !answer) throw new AppError('NOT_FOUND');
    return { conversation: toConversation(conversation), question: toMessage(question), answer: toMessage(answer) };
  }

  /** Reserves the unit and saves the question and the empty answer, all or nothing. */
  async function openTurn(userId: UserId, input: SendInput, access: Parameters<UsageService['reserve']>[2]) {
    const now = await clock.now();
    const ids = { questionId: randomUUID() as MessageId, answerId: randomUUID() as MessageId }; // reason: new ids get their brand here
    const turnId = input.id as TurnId; // reason: made by the client, unique per person
    return inTransaction(db, async (trx) => {
      const month = await usage.reserve(trx, userId, access);
      const conversationId = await openConversation(trx, userId, input, now);
      const common = { userId, conversationId };
      await messages.addMessage(trx, {
        ...common,
        id: ids.questionId,
        role: 'user',
        content: input.text.trim(),
        createdAt: now,
      });
      // One millisecond later, so that the order by time is the order of the talk.
      await messages.addMessage(trx, {
        ...common,
        id: ids.answerId,
        role: 'assistant',
        content: '',
        createdAt: new Date(now.getTime() + 1),
      });
      await turns.addTurn(trx, { ...common, ...ids, id: turnId, month, now });
      const history = await messages.listMessages(trx, userId, conversationId, HISTORY_MESSAGES * 2);
      return { turnId, conversationId, ...ids, history };
    });
  }

  return {
    conversations: async (userId: UserId, assistantId: AssistantId) =>
      (await conversations.listConversations(db, userId, assistantId)).map((row) => ({
        ...toConversation(row),
        isStreaming: row.isStreaming,
      })),

    messages: async (userId: UserId, conversationId: ConversationId) => {
      const [conversation, bubbles] = await Promise.all([
        getConversation(db, userId, conversationId),
        messages.listMessages(db, userId, conversationId, SHOWN_MESSAGES),
      ]);
      return { conversation: toConversation(conversation), messages: bubbles.map(toMessage) };
    },

    /** Starts a turn. The same id again is the same turn: one message, one answer, one unit. */
    send: async (userId: UserId, input: SendInput) => {
      const repeated = await turns.findTurn(db, { userId, id: input.id as TurnId }); // reason: made by the client, unique per person
      if (repeated) return describe(userId, repeated);
      const { profile: facts, access } = await profile.getForChat(userId);
      if (!canUseAssistant(access.tier, input.assistantId)) throw new AppError('ASSISTANT_LOCKED');
      try {
        const turn = await openTurn(userId, input, access);
        const instructions = instructionsFor({
          assistantId: input.assistantId,
          profile: facts,
          today: await clock.now(),
        });
        runner.start(
          { id: turn.turnId, userId, answerId: turn.answerId },
          { instructions, history: toHistory(turn.history) },
        );
        const sent = await describe(userId, turn);
        // It is made as 'Chat with …' (spec §3); its first question names it from then on.
        const title = turn.history.length <= 2 ? titleFrom(input.text) : null;
        if (title) await conversations.nameConversation(db, userId, turn.conversationId, title);
        return sent;
      } catch (error) {
        const constraint = brokenUniqueConstraint(error);
        if (constraint === 'turns_one_streaming') throw new AppError('REPLY_PENDING');
        const winner = constraint === null ? undefined : await turns.findTurn(db, { userId, id: input.id as TurnId }); // reason: as above
        if (!winner) throw error;
        return describe(userId, winner);
      }
    },

    /** Asks a running answer to end with what it has. It may run in another process. */
    stop: async (userId: UserId, answerId: MessageId): Promise<void> => {
      const stopped = await turns.requestStop(db, userId, answerId);
      if (stopped) runner.stop(userId, answerId);
      else if (!(await turns.findTurnByAnswer(db, userId, answerId))) throw new AppError('NOT_FOUND');
    },

    follow: (userId: UserId, answerId: MessageId, offset: number, signal: AbortSignal) =>
      followAnswer(db, runner, { userId, answerId, offset, signal }),

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
