import { citationOf } from '#contract/brain/brain.ts';
import { withoutCitations } from '#contract/brain/citations.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { languageName } from '#contract/account/languages.ts';
import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { BUSINESS_GOALS, BUSINESS_TYPES } from '#contract/account/profile-choices.ts';
import { SUMMARY_MAX } from '#contract/chat/chat-history.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { isoDayText } from '#contract/dates.ts';
import { writeEarlier } from '#server/lib/text/earlier-block.ts';
import { writeJustDone, writeKnownFacts } from '#server/lib/text/known-facts.ts';
import { writeProfileBlock } from '#server/lib/text/profile-block.ts';
import { assistantPrompt } from './assistant-prompt.ts';

/** What the instructions are built from. Choices are the ids of `contract/profile.ts`; anything else is left out. */
export type InstructionsProfile = {
  fullName: string | null;
  businessName: string | null;
  website: string | null;
  businessType: string | null;
  businessGoals: readonly string[];
  businessSize: string | null;
  revenueRange: string | null;
  /** BCP 47 code of `contract/languages.ts`, or empty. */
  language: string;
  /** An IANA time zone name. */
  timeZone: string;
};

function labelOf(choices: readonly { id: string; label: string }[], id: string | null): string {
  return choices.find((choice) => choice.id === id)?.label ?? '';
}

/** A fact that an assistant is given. `learnedAt` is ISO 8601; `conflictsWith` are the numbers of the facts that it is in conflict with. */
export type PromptFact = {
  number: number;
  statement: string;
  learnedAt: string;
  validFrom: string | null;
  validUntil: string | null;
  conflictsWith: readonly number[];
};

/** The assistant's prompt, today's date in the person's time zone, their language, what fits the question, what was said before, and the business profile. */
export function instructionsFor(options: {
  assistantId: AssistantId;
  profile: InstructionsProfile;
  facts: readonly PromptFact[];
  /** What the messages before the last ten said. */
  summary?: string | null;
  /** What has just been remembered or forgotten because the question asked for it. */
  justDone?: string | null;
  today: Date;
}): string {
  const { assistantId, profile, facts, summary = null, justDone = null, today } = options;
  const block = writeProfileBlock({
    fullName: profile.fullName ?? '',
    businessName: profile.businessName ?? '',
    website: profile.website ?? '',
    businessType: labelOf(BUSINESS_TYPES, profile.businessType),
    businessGoals: profile.businessGoals
      .map((goal) => labelOf(BUSINESS_GOALS, goal))
      .filter(Boolean)
      .join(', '),
    businessSize: labelOf(BUSINESS_SIZES, profile.businessSize),
    revenueRange: labelOf(REVENUE_RANGES, profile.revenueRange),
  });
  const day = `You are one of the teammates in ${PRODUCT_NAME}. Today is ${isoDayText(today, profile.timeZone)}.`;
  const name = languageName(profile.language);
  const language =
    name === null ? '' : `Answer in ${name}, whatever the question is written in, unless it asks for another language.`;
  const known = writeKnownFacts(
    facts.map(({ number, learnedAt, conflictsWith, ...fact }) => ({
      ...fact,
      statement: withoutCitations(fact.statement),
      citation: citationOf('fact', number),
      learnedOn: learnedAt.slice(0, 10),
      conflictsWith: conflictsWith.map((conflicting) => citationOf('fact', conflicting)),
    })),
  );
  return [
    assistantPrompt(assistantId),
    [day, language].filter(Boolean).join(' '),
    known,
    writeEarlier(summary, SUMMARY_MAX),
    writeJustDone(justDone),
    block,
  ]
    .filter(Boolean)
    .join('\n\n');
}
