import { withoutCitations } from '#contract/brain/citations.ts';
import { ANSWER_IS_EMPTY, ANSWER_TOO_LONG } from '#contract/templates/template-errors.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { TEMPLATE_CATEGORIES, type TemplateCategory } from '#contract/templates/template-categories.ts';
import {
  TEMPLATE_DESCRIPTION_MAX,
  TEMPLATE_TEXT_MAX,
  TEMPLATE_TITLE_MAX,
  type OwnTemplate,
} from '#contract/templates/templates.ts';
import { BLANK_IN_TEXT } from '#contract/templates/render-template.ts';
import type { Db } from '#db/client.ts';
import { findAnswer } from '#db/queries/chat/messages.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { ASSISTANT_OF } from '#server/content/templates/built-in.ts';
import { AppError } from '#server/lib/app-error.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import type { Log } from '#server/lib/log.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { plainText } from '#server/lib/text/plain-text.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { SUGGESTED_BLANKS_MAX, suggestBlanks, type SuggestedBlanks } from '#server/prompts/template-blanks.ts';
import { placeBlanks } from './place-blanks.ts';

/** With its Markdown. What is longer isn't looked at. */
const ANSWER_MAX = 2 * TEMPLATE_TEXT_MAX;
/** The person is waiting for the draft. */
const TIME_LIMIT_MS = 30_000;

/** A template that isn't saved yet. `isSuggested`: the model was asked, and answered. */
export type TemplateDraft = { template: OwnTemplate; assistantId: AssistantId; isSuggested: boolean };

type Dependencies = {
  db: Db;
  ask: ModelTasks;
  attempts: { count: (kind: 'template-draft:person', subject: string) => Promise<void> };
  isModelEnabled: boolean;
  log: Log;
};

const oneLine = (text: string, max: number) => cutAtWord(text.replaceAll(/\s+/g, ' ').trim(), max);

/** An answer as plain text, as it is copied. What the answer itself writes like a blank would seem to be one. */
export const textToReuse = (words: string): string => plainText(words).replaceAll(BLANK_IN_TEXT, '[$1]').trim();

/** Makes a draft of a template from an answer. It costs the person nothing, and counts against the operator's caps. */
export function createBlankSuggestions({ db, ask, attempts, isModelEnabled, log }: Dependencies) {
  /** What the model finds; null if it is off, over the caps or fails: then the owner makes the blanks. */
  async function suggest(userId: UserId, text: string): Promise<SuggestedBlanks | null> {
    if (!isModelEnabled) return null;
    try {
      return await ask(userId, suggestBlanks, { text }, AbortSignal.timeout(TIME_LIMIT_MS));
    } catch (error) {
      log.warn({ event: 'no blanks suggested', err: error }, 'no blanks suggested');
      return null;
    }
  }

  return async (userId: UserId, messageId: MessageId): Promise<TemplateDraft> => {
    const answer = await findAnswer(db, userId, messageId);
    if (!answer) throw new AppError('NOT_FOUND');
    await attempts.count('template-draft:person', userId);
    const words = withoutCitations(leaveOutSecrets(answer.content, answer.said)).replaceAll(/\r\n?/g, '\n');
    if (words.length > ANSWER_MAX) throw new AppError('INVALID_INPUT', ANSWER_TOO_LONG);
    const text = textToReuse(words);
    if (text === '') throw new AppError('INVALID_INPUT', ANSWER_IS_EMPTY);
    if (text.length > TEMPLATE_TEXT_MAX) throw new AppError('INVALID_INPUT', ANSWER_TOO_LONG);

    const found = await suggest(userId, text);
    const profile = await getProfile(db, userId);
    const { body, blanks } = placeBlanks(text, found?.blanks.slice(0, SUGGESTED_BLANKS_MAX) ?? [], profile);
    const ofAssistant = TEMPLATE_CATEGORIES.find((category) => ASSISTANT_OF[category] === answer.assistantId);
    const category: TemplateCategory = found?.category ?? ofAssistant ?? 'content';
    return {
      template: {
        title: oneLine(found?.title || leaveOutSecrets(answer.title), TEMPLATE_TITLE_MAX),
        description: oneLine(found?.description ?? '', TEMPLATE_DESCRIPTION_MAX),
        category,
        tags: [],
        text: { subject: null, body },
        blanks,
      },
      assistantId: answer.assistantId,
      isSuggested: found !== null,
    };
  };
}
