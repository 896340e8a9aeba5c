import type { z } from 'zod';
import { withoutCitations } from '#contract/brain/citations.ts';
import { canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import { isoDayText } from '#contract/dates.ts';
import { checkValues } from '#contract/templates/blank-values.ts';
import type { BlankValue, BlankValues } from '#contract/templates/blanks.ts';
import { NOTHING_TO_DRAFT } from '#contract/templates/template-errors.ts';
import type { draftBlanksSchema } from '#contract/templates/template-inputs.ts';
import type { UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import { uuid8Of } from '#server/lib/crypto/secrets.ts';
import type { Log } from '#server/lib/log.ts';
import { plainText } from '#server/lib/text/plain-text.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { ToldToTeammate } from '#server/prompts/instructions.ts';
import { profileFacts } from '#server/prompts/profile-block.ts';
import { draftBlanks, type DraftableBlank } from '#server/prompts/templates/template-draft.ts';
import { fitting } from './find-fills.ts';
import { requirePlan, type TemplateCatalog } from './template-catalog.ts';
import type { TemplateContent } from './templates.dto.ts';

/** The person is waiting for the drafts. */
const TIME_LIMIT_MS = 60_000;

/** Guesses for blanks, which the owner has to agree to. Without any, no message was counted. */
export type BlankDrafts = { drafts: Record<string, BlankValue>; assistantId: AssistantId };

type Told = Required<ToldToTeammate>;
/** What a teammate knows that is asked a question. */
export type FindKnown = (
  asked: { userId: UserId; access: Access; effectId: string; now: Date },
  assistantId: AssistantId,
  question: string,
) => Promise<{
  profile: Told['profile'];
  preferences: Told['preferences'];
  given: Pick<Told, 'facts' | 'fitting' | 'suggestions' | 'passages' | 'excerpts'>;
}>;

type Dependencies = {
  brain: Pick<BrainService, 'inventedFigures'>;
  usage: UsageService;
  catalog: TemplateCatalog;
  answers: LooseAnswers;
  findKnown: FindKnown;
  attempts: { count: (kind: 'blank-drafts:message', subject: string) => Promise<void> };
  isModelEnabled: boolean;
  log: Log;
};

/** The blanks without a value that a teammate can draft: those that the text needs. */
const openBlanks = ({ blanks }: TemplateContent, filled: BlankValues): DraftableBlank[] =>
  blanks.filter(
    (blank): blank is DraftableBlank =>
      blank.isRequired && !Object.hasOwn(filled, blank.name) && blank.kind !== 'date' && blank.kind !== 'number',
  );

const textsIn = (value: BlankValue): string => [value].flat().join('\n');

/**
 * A teammate drafts the open blanks of a template from what the team knows. It costs one message, also if it's sent
 * again.
 */
export function createBlankDrafts(dependencies: Dependencies) {
  const { usage, catalog, brain, answers, findKnown, attempts, isModelEnabled, log } = dependencies;
  return async (userId: UserId, request: z.output<typeof draftBlanksSchema>): Promise<BlankDrafts> => {
    const { templateId, values } = request;
    const { listed, content } = await catalog.get(userId, templateId.toLowerCase());
    const { access, now, profile: owner } = await usage.allowanceWithProfile(userId, 'messages');
    requirePlan(listed, access);
    const today = isoDayText(now, owner.timeZone);
    const filled = checkValues(content.blanks, values, today).values;
    const open = openBlanks(content, filled);
    if (open.length === 0) throw new AppError('INVALID_INPUT', NOTHING_TO_DRAFT);
    if (!isModelEnabled) throw new AppError('MODEL_OFF');
    const assistantId = canUseAssistant(access.tier, listed.assistantId) ? listed.assistantId : 'brain_ai';

    // The same request is the same message. Another one under its id isn't, so that one message doesn't pay for many.
    const id = uuid8Of(`blank drafts ${userId} ${request.id} ${JSON.stringify([listed.id, values])}`);
    await attempts.count('blank-drafts:message', id);
    await usage.reserveAgain(userId, { kind: 'messages', subject: assistantId, id });
    let drafts: Record<string, BlankValue> = {};
    try {
      const about = [listed.title, ...open.map(({ label, hint }) => `${label}: ${hint}`)].join('\n');
      const known = await findKnown({ userId, access, effectId: id, now }, assistantId, about);
      const { profile, preferences, given } = known;
      const told = { assistantId, profile, preferences, ...given, today: now };
      const asked = { told, title: listed.title, text: content.text, filled };
      const clean = (text: string) => plainText(withoutCitations(text));
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      const answer = await answers.fillIn(userId, draftBlanks(open), asked, { isMessage: true, clean, signal });
      if (answer === null) throw new AppError('MODEL_BUDGET');
      const stated = [
        ...[...given.facts, ...given.fitting, ...given.suggestions].map(({ statement }) => statement),
        ...[...given.passages, ...given.excerpts.filter(({ role }) => role === 'user')].map(({ text }) => text),
        ...Object.values(profileFacts(profile)),
        ...Object.values(filled).map(textsIn),
      ];
      drafts = Object.fromEntries(
        open.flatMap((blank) => {
          const value = fitting(blank, answer[blank.name] ?? '');
          // A figure that nobody has stated is a promise that nobody has made.
          const isMadeUp = value !== null && brain.inventedFigures(textsIn(value), stated, today).length > 0;
          return value === null || isMadeUp ? [] : [[blank.name, value] as const]; // reason: a pair, not a list
        }),
      );
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.warn({ event: 'no blanks drafted', userId, err: error }, 'no blanks drafted');
      throw new AppError('MODEL_FAILED', undefined, { cause: error });
    } finally {
      if (Object.keys(drafts).length === 0) await usage.release(userId, id);
      else await usage.settle(userId, id);
    }
    return { drafts, assistantId };
  };
}
