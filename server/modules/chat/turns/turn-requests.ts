import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import { EARLIER_CHARACTERS, EARLIER_MESSAGES, type EarlierMessage } from '#db/queries/brain/learning.ts';
import type { Sought } from '#db/queries/brain/near.ts';
import type { Said } from '#db/queries/chat/history.ts';
import { readResumeContext } from '#db/queries/chat/turn-context.ts';
import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import type { ProfileRow } from '#db/queries/identity/profiles.ts';
import { offer } from '#db/queries/chat/turns.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { answerMessage } from '#server/prompts/answer.ts';
import type { ToldToTeammate } from '#server/prompts/instructions.ts';
import { memoryTools } from '#server/prompts/memory-tools.ts';
import type { ConversationTask } from '#server/prompts/model-task.ts';
import { toModelTool } from '#server/prompts/turn-tool.ts';
import { toHistory } from '../history.ts';
import type { AnswerRequest, Asked, TurnTools } from './write-answer.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: Pick<ProfileService, 'accessOf'>;
  brain: Pick<BrainService, 'chooseKnown' | 'fitByMeaning' | 'isCommand' | 'runCommand' | 'runMemoryTools'>;
};
/** The inputs for an answer's instructions. */
type Told = Required<Pick<ToldToTeammate, 'preferences' | 'summary' | 'justDone' | 'chat' | 'today'>> & {
  assistantId: AssistantId;
  profile: ProfileRow;
  given: ReturnType<BrainService['chooseKnown']>['given'];
  /** The facts that the owner was asked to choose among in the answer before. */
  candidates: readonly CandidateFact[];
};
type ToolTurn = Parameters<BrainService['runMemoryTools']>[0];
/** The message fields that come from the context of the turn. */
type FromContext = 'earlier' | 'saidBefore' | 'businessName' | 'businessType' | 'businessTypeText' | 'timeZone';
type TurnIds = { userId: UserId; turnId: TurnId };

/** The tools that a turn's model is offered. Another kind gets a file of its own in server/prompts, and a line here. */
const OFFERED = [...memoryTools.tools].map(toModelTool);

/** The messages before a question, as far as learning reads them: nothing of what was said in private. */
const earlierOf = (before: readonly Said[]): EarlierMessage[] =>
  before
    .filter(({ isPrivate }) => !isPrivate)
    .slice(-EARLIER_MESSAGES)
    .map(({ role, content }) => ({
      from: role === 'user' ? 'owner' : 'teammate',
      text: role === 'user' ? content.slice(0, EARLIER_CHARACTERS) : content.slice(-EARLIER_CHARACTERS),
    }));

/** A question as the brain reads it, with the messages `before` it, oldest first. */
const withContext = <Message extends object>(
  message: Message,
  { profile: { businessName, businessType, businessTypeText, timeZone } }: Pick<Told, 'profile'>,
  before: readonly Said[],
) => ({
  ...message,
  earlier: earlierOf(before),
  saidBefore: before.map(({ content }) => content),
  businessName,
  businessType,
  businessTypeText,
  timeZone,
});

/** Prepares what the model gets for a turn, with tools and without. */
export function createTurnRequests({ db, clock, profile, brain }: Dependencies) {
  function write(
    task: ConversationTask<ToldToTeammate>,
    { given, candidates, ...told }: Told,
    said: AnswerRequest['history'],
    { hasTools = false } = {},
  ): AnswerRequest {
    const { assistantId, profile: about, preferences, summary, justDone, chat, today } = told;
    const instructions = task.write({
      assistantId,
      profile: about,
      preferences,
      ...given,
      summary,
      justDone,
      chat,
      today,
      candidates: hasTools ? candidates : null,
    });
    return { task: task.id, instructions, history: toHistory(said) };
  }

  return {
    write,

    /** The tools for a question, the request that offers them, and what executes them. */
    offerTools: (
      { userId, turnId, message }: TurnIds & { message: Omit<ToolTurn['message'], FromContext> },
      task: ConversationTask<ToldToTeammate>,
      told: Told & { history: readonly Said[] },
      said: AnswerRequest['history'],
    ): TurnTools => {
      const { facts, fitting, suggestions } = told.given;
      const turn = {
        userId,
        id: turnId,
        message: withContext(message, told, told.history),
        given: [...facts, ...fitting, ...suggestions].map(({ number }) => number),
        candidates: told.candidates,
      };
      return {
        request: write(task, told, said, { hasTools: true }),
        offered: OFFERED,
        execute: (calls) => brain.runMemoryTools(turn, calls),
      };
    },

    /**
     * The question's command to remember or forget, and the model's request after it. Null if there is no command.
     */
    prepareCommand: (
      { userId, turnId, answerId }: TurnIds & { answerId: MessageId },
      question: string,
      { candidates }: Pick<Told, 'candidates'>,
    ): Asked['command'] => {
      if (!brain.isCommand(question, candidates)) return null;
      const read = async (sought: Sought | null) =>
        readResumeContext(db, { userId, turnId, answerId, now: await clock.now() }, sought);
      const execute = async (signal: AbortSignal) => {
        const { target, history, profile: about } = await read(null);
        if (!target) throw new AppError('NOT_FOUND');
        const asked = { ...target, askedAt: new Date(target.askedAt) };
        const message = withContext(asked, { profile: about }, history.slice(0, -1));
        const { note, cited } = await brain.runCommand(userId, turnId, message, candidates, signal);
        return async () => {
          const context = await brain.fitByMeaning(userId, async () => question, read);
          const access = await profile.accessOf(context.profile);
          const { given, offered } = brain.chooseKnown(context.known, access, { offeredFacts: cited });
          await offer(db, { userId, id: turnId }, offered);
          const { assistantId } = target;
          const told = { ...context, assistantId, given, justDone: note, today: await clock.now() };
          return write(answerMessage, told, context.history);
        };
      };
      return { execute };
    },
  };
}
