import { GENERAL_ASSISTANTS, teamOfTier } from '#contract/chat/assistants.ts';
import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { LIMITS, PREMIUM_TEMPLATES_TIER } from '#contract/billing/limits.ts';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PAID_TIERS, TIERS, type Tier } from '#contract/billing/tiers.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';
import { LANGUAGES_CLAIMED } from '#src/domain/site/public-claims.ts';
import { isNew, type Visitor } from '#src/domain/site/visitor.ts';

export type FaqEntry = {
  question: string;
  answer: string;
  /** The page with more details. */
  more?: { href: string; label: string };
};

const messagesOf = (tier: Tier) => formatNumber(LIMITS[tier].messages);
const generalAssistants = `the ${GENERAL_ASSISTANTS.length} general assistants`;

/** `Soshie, Cassie and Milli`: the teammates a plan adds to the smaller plans. */
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
const limitsInWords = (kind: 'templates' | 'automations') =>
  listInWords(
    TIERS.map((tier) => {
      const limit = LIMITS[tier][kind];
      return `${limit === 'unlimited' ? 'unlimited' : formatNumber(limit)} with ${PLAN_NAMES[tier]}`;
    }),
  );
const messagesInWords = listInWords(TIERS.map((tier) => `${messagesOf(tier)} with ${PLAN_NAMES[tier]}`));

const ABOUT_TRIAL: readonly FaqEntry[] = [
  {
    question: 'What happens after the free trial?',
    answer: `For ${TRIAL_DAYS} days you have the whole team and the limits of ${PLAN_NAMES.ultimate}. After that you’ll move to Free, with ${addedBy('free')}, ${generalAssistants} and ${messagesOf('free')} messages a month, or to the plan you chose. You keep everything.`,
  },
  {
    question: 'Do I need a card to start?',
    answer:
      'No, just your email address. If you choose a plan during the trial, we charge it when the trial ends, and only if you’ve added a card.',
  },
];

const ENTRIES: readonly FaqEntry[] = [
  {
    question: 'Can I cancel anytime?',
    answer:
      'Yes, on the billing page. You keep the plan for the time you’ve paid for, then move to Free. You keep everything.',
  },
  {
    question: 'Can I change my plan later?',
    answer:
      'Yes, up or down, and between monthly, quarterly and annual. Moving up takes effect right away, and what’s left of the old plan becomes credit. Moving down takes effect when the time you’ve paid for ends, unless you choose to switch now. You see the amount before you confirm.',
  },
  {
    question: 'What counts as a message or a template use, and how many do I have?',
    answer: `Each answer from an assistant counts as one message. A question that gets no answer costs nothing. A template counts when you copy what you filled in or open it with a teammate. Using the same text again that month is free. Every month (UTC) you get ${messagesInWords}, and ${limitsInWords('templates')} template uses. Premium templates come with ${PLAN_NAMES[PREMIUM_TEMPLATES_TIER]} and above.`,
  },
  {
    question: 'What can automations do?',
    answer: `They carry out steps that you set up: at set times, when something happens, or when you press a button. A teammate writes, you’re asked before anything goes out, and the result lands in your inbox or your chat. Each answer counts as one message. At once, ${limitsInWords('automations')} can be on.`,
  },
  {
    question: 'Which teammates are in which plan?',
    answer: `${addedBy('free')} is in every plan. ${plansInWords} Every account also has ${generalAssistants}.`,
  },
  {
    question: 'What if it’s not for us?',
    answer: `Within ${GUARANTEE_DAYS} days of your first payment, you can get back everything you paid for the plan, once. There’s a button for it on the billing page, and the plan ends when you use it.`,
    more: { href: '/terms#guarantee', label: 'The terms' },
  },
  {
    question: 'Which languages do they speak?',
    answer: `They answer in the language you write in, or always in one you choose. There are ${LANGUAGES_CLAIMED}+ of them. The screens are in English.`,
  },
  {
    question: 'What happens to what I write?',
    answer:
      'It stays in your account. To answer, we send the model provider the newest messages of that conversation and your business profile. You can download or delete everything anytime. There are no ads and no trackers.',
    more: { href: '/privacy', label: 'What we keep, and for how long' },
  },
  {
    question: 'Can the assistants be wrong?',
    answer:
      'Yes. They draft and suggest, and now and then they get something wrong and sound sure about it. Check facts, figures and anything legal, medical or financial before you rely on it or send it.',
  },
];

/** The questions on the landing page. The ones about the trial are only for people who can have one (TRIAL-6). */
export function faqFor(visitor: Visitor): readonly FaqEntry[] {
  return isNew(visitor) ? [...ABOUT_TRIAL, ...ENTRIES] : ENTRIES;
}
