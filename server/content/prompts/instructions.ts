import type { AssistantId } from '#contract/chat/assistants.ts';
import { languageName } from '#contract/account/languages.ts';
import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { BUSINESS_GOALS, BUSINESS_TYPES } from '#contract/account/profile-choices.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { isoDayText } from '#contract/dates.ts';
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

/** The assistant's prompt, today's date in the person's time zone, their language, and what we know about their business. */
export function instructionsFor(options: {
  assistantId: AssistantId;
  profile: InstructionsProfile;
  today: Date;
}): string {
  const { assistantId, profile, today } = options;
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
  return [assistantPrompt(assistantId), [day, language].filter(Boolean).join(' '), block].filter(Boolean).join('\n\n');
}
