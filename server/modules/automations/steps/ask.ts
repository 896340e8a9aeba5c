import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { valueText, type Values } from '#contract/automations/values.ts';
import { withoutCitations } from '#contract/brain/citations.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { TurnFailure } from '#contract/chat/chat.ts';
import { settleUse } from '#db/queries/usage/usage-receipts.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { answerAutomation } from '#server/prompts/automation-answer.ts';
import { fillParts } from '#server/prompts/automation-parts.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { askQuestion } from './ask-question.ts';
import type { KnownFinder } from './find-known.ts';
import { nextUtcDay, pausedByLimit } from './out-of-allowance.ts';
import { readFields } from '../describe/read-trigger.ts';
import { plainText, plainValues } from './plain-values.ts';
import { StepError, type RehearsalContext, type StepContext, type StepHandler } from './step-handler.ts';
import { draftText, type StepTraits } from './step-traits.ts';

type Ask = StepOf<'ask'>;
/** What an error of the model means. */
export type ModelFailure = { failure: TurnFailure; canRetry: boolean; code: string | undefined };
type Dependencies = {
  findKnown: KnownFinder;
  answers: LooseAnswers;
  usage: Pick<UsageService, 'reserveAgain' | 'release'>;
  isModelEnabled: boolean;
  modelFailureOf: (error: unknown) => ModelFailure;
};

const FAILURES: Record<TurnFailure, (name: string) => string> = {
  error: (name) => `${name} couldn’t write this answer. The message wasn’t counted.`,
  quota: (name) => `The AI service is at its limit, so ${name} couldn’t answer. The message wasn’t counted.`,
  network: (name) => `The connection broke off while ${name} was answering. The message wasn’t counted.`,
  timeout: (name) => `${name} took too long to answer. The message wasn’t counted.`,
};
const OFF = 'The assistants are turned off right now. The message wasn’t counted.';
const OVER_BUDGET = 'The assistants have done all they can for today.';

/**
 * What an answer says: all of it if it is one value, or else the parts that are texts. Other parts are seen where they
 * are used.
 */
function writtenText({ parts }: Ask, output: Values): string | null {
  const [first, ...more] = Object.values(output);
  if (first !== undefined && more.length === 0) return valueText(first);
  const texts = parts.flatMap(({ name, label, kind }) => {
    const value = output[name];
    return value === undefined || (kind !== 'text' && kind !== 'list') ? [] : [{ label, text: valueText(value) }];
  });
  const [only] = texts;
  if (texts.length <= 1) return only?.text ?? null;
  return texts.map(({ label, text }) => `${label}: ${text}`).join('\n\n');
}

export const askTraits: StepTraits<Ask> = {
  read: ({ teammate, text, parts }, id, drafting) => ({
    kind: 'ask',
    id,
    assistantId: drafting.teammate(teammate),
    prompt: draftText(text),
    parts: readFields(parts),
  }),
  write: ({ assistantId, prompt, parts }) => ({ teammate: assistantId, text: prompt, parts }),
  next: ({ assistantId }) => `${assistantById(assistantId).name} continues with it`,
  uses: 'messages',
};

/** A teammate answers: one text, or named parts. */
export function createAskStep(dependencies: Dependencies): StepHandler<Ask> {
  const { findKnown, answers, usage, isModelEnabled, modelFailureOf } = dependencies;

  function refuseLocked({ assistantId }: Ask, { access }: Pick<StepContext, 'access'>): void {
    if (!canUseAssistant(access.tier, assistantId))
      throw new StepError(`${assistantById(assistantId).name} isn’t in your plan anymore.`);
  }

  /** The answer's values; null if the operator's budget for today is spent. */
  async function answer(
    { assistantId, prompt, parts }: Ask,
    context: StepContext | RehearsalContext,
    isMessage: boolean,
  ): Promise<Values | null> {
    const { userId, now, signal } = context;
    const { content } = askQuestion(prompt, context.valueOf);
    const { profile, preferences, given } = await findKnown(context, assistantId, content);
    const question = { told: { assistantId, profile, preferences, ...given, today: now }, content };
    if (parts.length === 0) {
      const text = await answers.write(userId, answerAutomation, question, { isMessage, signal });
      return text === null ? null : plainValues({ answer: withoutCitations(text) });
    }
    const clean = (text: string) => plainText(withoutCitations(text));
    const found = await answers.fillIn(userId, fillParts(parts), question, { isMessage, clean, signal });
    return found && plainValues(found);
  }

  function failed(error: unknown, { assistantId }: Ask, { signal }: Pick<StepContext, 'signal'>): unknown {
    if (error instanceof StepError || signal.aborted) return error;
    const { failure, canRetry, code } = modelFailureOf(error);
    const sentence = FAILURES[failure](assistantById(assistantId).name);
    return new StepError(sentence, { isTemporary: canRetry && failure !== 'quota', detail: code ?? '' });
  }

  return {
    effect: 'inside',
    timeLimitMs: 5 * 60_000,

    run: async (step, context) => {
      const { userId, effectId, now } = context;
      const input = plainValues({ prompt: context.fill(step.prompt) });
      refuseLocked(step, context);
      if (!isModelEnabled) throw new StepError(OFF, { isTemporary: true });
      const use = { kind: 'messages' as const, subject: step.assistantId, id: effectId };
      const paused = await pausedByLimit(() => usage.reserveAgain(userId, use), { now, input });
      if (paused) return paused;
      let output: Values | null = null;
      try {
        output = await answer(step, context, true);
      } catch (error) {
        throw failed(error, step, context);
      } finally {
        if (output === null) await usage.release(userId, effectId);
      }
      if (output === null) {
        const until = nextUtcDay(now);
        const reason = `${OVER_BUDGET} It continues on ${fullMomentText(until, context.timeZone)}.`;
        return { kind: 'pauses', input, reason, until };
      }
      return {
        kind: 'done',
        input,
        output,
        messages: 1,
        prompt: promptVersion(step.parts.length === 0 ? answerAutomation : fillParts(step.parts)),
        inTransaction: async (trx) => {
          await settleUse(trx, { userId, id: effectId }, now);
        },
      };
    },

    rehearse: async (step, context) => {
      const { name } = assistantById(step.assistantId);
      refuseLocked(step, context);
      const { isComplete } = askQuestion(step.prompt, context.valueOf);
      const would = {
        outcome: 'would' as const,
        text: `${name} would be asked. This would use one message.`,
        body: plainText(context.fill(step.prompt)),
        output: {},
      };
      if (!isComplete || !isModelEnabled || !context.takeAnswer()) return would;
      try {
        const output = await answer(step, context, false);
        if (output === null) return would;
        const body = writtenText(step, output);
        return { outcome: 'written', text: `${name} would write this. It would use one message.`, body, output };
      } catch (error) {
        throw failed(error, step, context);
      }
    },
  };
}
