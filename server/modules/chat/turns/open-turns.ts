import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { assistantById, canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import type { resumeSchema, sendSchema } from '#contract/chat/chat.ts';
import { defaultTitle } from '#contract/chat/chat-texts.ts';
import { conversationIdSchema, messageIdSchema } from '#contract/ids.ts';
import type { Db } from '#db/client.ts';
import { requestSummaries } from '#db/queries/brain/attached-sources.ts';
import { openTurn, reopenTurn, type Opening } from '#db/queries/chat/open-turn.ts';
import { findQuestion } from '#db/queries/chat/messages.ts';
import { readResumeContext, readSendContext, type TurnIds } from '#db/queries/chat/turn-context.ts';
import type { Version } from '#db/queries/chat/versions.ts';
import { findTurn } from '#db/queries/chat/turns.ts';
import { brokenUniqueConstraint } from '#db/transaction.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Access, ProfileService } from '#server/modules/profile/profile.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { answerMessage, continueAnswer } from '#server/prompts/answer.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { titleFrom } from '../history.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { SpendingService } from '../spending.service.ts';
import { showTurn, type Shown } from './show-turn.ts';
import { createTurnRequests } from './turn-requests.ts';
import type { AnswerRequest, Asked } from './write-answer.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  usage: UsageService;
  spending: SpendingService;
  isModelEnabled: boolean;
  brain: Pick<BrainService, 'chooseKnown' | 'fitByMeaning' | 'isCommand' | 'runCommand' | 'runMemoryTools'>;
};
/** A turn that was just opened and still has to run, or one that the same call opened before. */
export type Opened =
  | { isRepeat: true; ids: TurnIds }
  | ({ isRepeat: false; ids: TurnIds; turnId: TurnId; shown: Shown } & Asked);

/** The exchange that is being added to these versions, as the one that is shown. */
const toNewVersion = (
  { questionId, answerId }: TurnIds,
  repeats: MessageId | null,
  versions: readonly Version[],
): Version => {
  const choice = 1 + Math.max(0, ...versions.map((one) => one.choice));
  return { questionId, answerId, wording: repeats ?? questionId, choice, following: 1 };
};

/**
 * Opens turns: checks who may ask and what it counts against, and prepares what the model gets. Takes two statements, another one where the operator has
 * set a spending cap. Where there is a model for embeddings, an answer that is written again takes one more, which reads its question.
 */
export function createTurnOpener({ db, clock, profile, usage, spending, isModelEnabled, brain }: Dependencies) {
  const requests = createTurnRequests({ db, clock, profile, brain });
  async function enter(row: Parameters<ProfileService['accessOf']>[0], assistantId: AssistantId): Promise<Access> {
    if (!isModelEnabled) throw new AppError('MODEL_OFF');
    const access = await profile.accessOf(row);
    if (!canUseAssistant(access.tier, assistantId)) throw new AppError('ASSISTANT_LOCKED');
    return access;
  }

  async function limitsOf(userId: UserId, access: Access, request: AnswerRequest) {
    return { ...(await usage.allowance(access)), ...(await spending.reserve(userId, request)) };
  }

  /** Checks a refused opening again: the same call may have won a race by a hair, and then it isn't a refusal. */
  async function explainRefusal(opening: Opening, access: Access, userId: UserId, turnId: TurnId): Promise<Opened> {
    const winner = await findTurn(db, { userId, id: turnId });
    if (winner) return { isRepeat: true, ids: winner };
    if (!opening.isFound) throw new AppError('NOT_FOUND');
    if (!opening.fitsPerson) throw new AppError('PERSON_BUDGET');
    if (!opening.fitsTotal) throw new AppError('MODEL_BUDGET');
    throw usage.limitReached(access);
  }

  /** A key that is already taken: by the same call, by an answer in progress, or by a question that is gone. */
  async function explain(error: unknown, userId: UserId, turnId: TurnId): Promise<Opened> {
    const constraint = brokenUniqueConstraint(error);
    if (constraint === null) throw error;
    const winner = await findTurn(db, { userId, id: turnId });
    if (winner) return { isRepeat: true, ids: winner };
    // An earlier call with this id was rewritten by a later one, or its conversation is gone. Either way it isn't a new question.
    if (constraint === 'usage_receipts_pkey') throw new AppError('ALREADY_SENT');
    throw constraint === 'turns_one_streaming' ? new AppError('REPLY_PENDING') : error;
  }

  /** Whether another call for the same answer won the race. */
  async function isBeingWritten(userId: UserId, turnId: TurnId, answerId: MessageId): Promise<boolean> {
    const { repeated, target } = await readResumeContext(
      db,
      { userId, turnId, answerId, now: await clock.now() },
      null,
    );
    return repeated === null && target?.status === 'streaming';
  }

  return {
    forQuestion: async (userId: UserId, input: z.output<typeof sendSchema>): Promise<Opened> => {
      const { id: turnId, conversationId: existing, replaces } = input;
      const question = input.text.trim();
      const now = await clock.now();
      const sourceIds = input.sources ?? [];
      const { assistantId } = input;
      const keys = { userId, assistantId, turnId, conversationId: existing, replaces, question, sourceIds, now };
      const context = await brain.fitByMeaning(
        userId,
        async () => question,
        (sought) => readSendContext(db, keys, sought),
      );
      if (context.repeated) return { isRepeat: true, ids: context.repeated };
      const access = await enter(context.profile, input.assistantId);
      const said = [...context.history, { role: 'user' as const, content: question }];
      const ids: TurnIds = {
        conversationId: existing ?? conversationIdSchema.parse(randomUUID()),
        questionId: messageIdSchema.parse(randomUUID()),
        answerId: messageIdSchema.parse(randomUUID()),
      };
      const { given, offered } = brain.chooseKnown(context.known, access);
      // A conversation that doesn't exist yet is as private as its first message says.
      const chat = { ...context.chat, isPrivate: existing === null ? input.isPrivate : context.chat.isPrivate };
      const told = { ...context, assistantId, given, justDone: null, chat, today: now };
      const request = requests.write(answerMessage, told, said);
      const unnamed = defaultTitle(assistantById(input.assistantId).name);
      const { replaced } = context;
      const repeats = replaced?.repeats ?? null;
      const turn = {
        ...ids,
        ...(await limitsOf(userId, access, request)),
        userId,
        turnId,
        replaces,
        repeats,
        replacedTitle: replaced && titleFrom(replaced.question),
        assistantId: input.assistantId,
        title: titleFrom(question) ?? unnamed,
        question,
        sourceIds: context.attached.map(({ id }) => id),
        isPrivate: input.isPrivate,
        prompt: promptVersion(answerMessage),
        ...offered,
        now,
      };
      if (turn.sourceIds.length > 0) await requestSummaries(db, userId, turn.sourceIds, now);
      try {
        const opening = await openTurn(db, turn, existing === null ? 'new' : 'existing');
        if (!opening.isOpened) return await explainRefusal(opening, access, userId, turnId);
        const [askedAt, answeredAt] = [opening.askedAt ?? now, opening.answeredAt ?? now];
        // The response that creates a conversation still calls it 'Chat with …'; lists show its question (CHAT-3).
        const title = existing === null ? unnamed : opening.title;
        const shown = showTurn(
          { ...opening, title, assistantId: input.assistantId, ids, now: askedAt },
          { text: question, askedAt: askedAt.toISOString(), files: context.attached, isPrivate: opening.isPrivate },
          { text: '', answeredAt: answeredAt.toISOString() },
          replaced ? [...replaced.versions, toNewVersion(ids, repeats, replaced.versions)] : [],
        );
        const unwanted = opening.isPrivate ? 'private' : chat.isLearning ? null : 'off';
        const message = { ...ids, assistantId, question, askedAt, unwanted, isVersion: replaces !== null } as const;
        const tools = requests.offerTools({ userId, turnId, message }, answerMessage, told, said);
        const command = requests.prepareCommand({ userId, turnId, answerId: ids.answerId }, question, told);
        return { isRepeat: false, ids, turnId, request, tools, command, shown };
      } catch (error) {
        return await explain(error, userId, turnId);
      }
    },

    /** Rewrites or continues the last answer of a conversation, in its place. */
    forAnswer: async (userId: UserId, input: z.output<typeof resumeSchema>): Promise<Opened> => {
      const { id: turnId, messageId: answerId } = input;
      const now = await clock.now();
      const context = await brain.fitByMeaning(
        userId,
        () => findQuestion(db, { userId, answerId }),
        (sought) => readResumeContext(db, { userId, turnId, answerId, now }, sought),
      );
      const { repeated, target } = context;
      if (repeated) return { isRepeat: true, ids: repeated };
      if (!target) throw new AppError('NOT_FOUND');
      if (target.status === 'streaming') throw new AppError('REPLY_PENDING');
      const access = await enter(context.profile, target.assistantId);
      const keepsText = input.mode === 'continue';
      const text = keepsText ? target.content : '';
      const continuation = [
        { role: 'assistant' as const, content: text },
        { role: 'user' as const, content: continueAnswer.request },
      ];
      const said = [...context.history, ...(keepsText ? continuation : [])];
      // An answer that is continued has said it already.
      const justDone = keepsText ? null : target.commandNote;
      const { given, offered } = brain.chooseKnown(context.known, access, keepsText || justDone !== null ? target : {});
      const task = keepsText ? continueAnswer : answerMessage;
      const told = { ...context, assistantId: target.assistantId, given, justDone, today: now };
      const request = requests.write(task, told, said);
      const limits = await limitsOf(userId, access, request);
      const prompt = promptVersion(task);
      try {
        const reopened = await reopenTurn(db, {
          ...limits,
          ...offered,
          userId,
          turnId,
          answerId,
          prompt,
          now,
          keepsText,
        });
        if (!reopened.isFound && (await isBeingWritten(userId, turnId, answerId))) throw new AppError('REPLY_PENDING');
        if (!reopened.isOpened) return await explainRefusal(reopened, access, userId, turnId);
        const shown = showTurn(
          { ...reopened, assistantId: target.assistantId, ids: target, now },
          {
            text: target.question,
            askedAt: target.askedAt,
            files: context.attached,
            isPrivate: target.isQuestionPrivate,
          },
          { text, answeredAt: target.answeredAt },
        );
        const isDone = target.commandNote !== null;
        const message = { ...target, askedAt: new Date(target.askedAt) };
        const before = { ...told, history: context.history.slice(0, -1) };
        const tools = isDone ? null : requests.offerTools({ userId, turnId, message }, task, before, said);
        const command =
          isDone || keepsText ? null : requests.prepareCommand({ userId, turnId, answerId }, target.question, told);
        return { isRepeat: false, ids: target, turnId, request, tools, command, shown };
      } catch (error) {
        return await explain(error, userId, turnId);
      }
    },
  };
}
export type TurnOpener = ReturnType<typeof createTurnOpener>;
