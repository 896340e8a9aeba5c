import { GENERAL_ASSISTANTS, teamOfTier } from '#contract/chat/assistants.ts';
import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PAID_TIERS, TIERS, type Tier } from '#contract/billing/tiers.ts';
import { formatNumber } from '#src/lib/format.ts';
import { listInWords } from '#src/lib/list-in-words.ts';
import { LANGUAGES_CLAIMED } from '#src/domain/site/public-claims.ts';
import type { Visitor } from '#src/domain/site/visitor.ts';

export type FaqEntry = {
  question: string;
  answer: string;
  /** Where there is more to read. */
  more?: { href: string; label: string };
};

const messagesOf = (tier: Tier) => formatNumber(LIMITS[tier].messages);
const generalAssistants = `the ${GENERAL_ASSISTANTS.length} general assistants`;

/** `Soshie, Cassie and Milli`: whom a plan adds to those before it. */
function addedBy(tier: Tier): string {
  const before = TIERS[TIERS.indexOf(tier) - 1];
  const known = before === undefined ? [] : teamOfTier(before);
  return listInWords(
    teamOfTier(tier)
      .filter((teammate) => !known.includes(teammate))
      .map(({ name }) => name),
  );
}

const plansInWords = PAID_TIERS.map((tier) => `${PLAN_NAMES[tier]} adds ${addedBy(tier)}.`).join(' ');
const messagesInWords = listInWords(TIERS.map((tier) => `${messagesOf(tier)} with ${PLAN_NAMES[tier]}`));

const ABOUT_TRIAL: readonly FaqEntry[] = [
  {
    question: 'What happens after the free trial?',
    answer: `For ${TRIAL_DAYS} days you have the whole team and the limits of ${PLAN_NAMES.ultimate}. Then the trial ends by itself. You keep everything and go on with ${addedBy('free')}, ${generalAssistants} and ${messagesOf('free')} messages a month, or with the plan that you chose.`,
  },
  {
    question: 'Do I need a card to start?',
    answer:
      'No. Your email address is enough. A plan that you choose during the trial is charged when the trial ends, and only if you gave a card.',
  },
];

const ENTRIES: readonly FaqEntry[] = [
  {
    question: 'Can I cancel anytime?',
    answer:
      'Yes, on the billing page. You keep the plan until the end of what you paid for, then you go on free. Nothing of yours is deleted.',
  },
  {
    question: 'Can I change plan later?',
    answer:
      'Yes, up or down, and between monthly, quarterly and annual. It takes effect at once. What is left of the old plan counts towards the new one, and the page says the sum before you confirm.',
  },
  {
    question: 'What counts as a message, and how many do I have?',
    answer: `Each answer from an assistant counts as one message. A question that gets no answer costs nothing. Every month (UTC) you have ${messagesInWords}.`,
  },
  {
    question: 'Which teammates are in which plan?',
    answer: `${addedBy('free')} is in every plan. ${plansInWords} Everyone signed in also has ${generalAssistants}.`,
  },
  {
    question: 'What if it is not for us?',
    answer: `Within ${GUARANTEE_DAYS} days of your first payment you can have everything back that you paid for the plan, once. There is a button for it on the billing page, and the plan ends with it.`,
    more: { href: '/terms', label: 'The terms' },
  },
  {
    question: 'Which languages do they speak?',
    answer: `They answer in the language you write in, or always in the one that you set: there are ${LANGUAGES_CLAIMED}+ to choose from. The screens are in English.`,
  },
  {
    question: 'What happens to what I write?',
    answer:
      'It stays in your account. To answer, the model provider gets the newest messages of that conversation and your business profile. You can download everything, and delete it, at any time. No page carries advertising or a tracker.',
    more: { href: '/privacy', label: 'What we keep, and for how long' },
  },
  {
    question: 'Can the assistants be wrong?',
    answer:
      'Yes. They draft and suggest, and now and then they say something false with confidence. Check facts, figures and anything legal, medical or financial before you rely on it or send it.',
  },
];

/** The questions of the landing page. Those about the trial are for people who can have one (DECISIONS "Trial wording"). */
export function faqFor(visitor: Visitor): readonly FaqEntry[] {
  return visitor === 'member' ? ENTRIES : [...ABOUT_TRIAL, ...ENTRIES];
}
