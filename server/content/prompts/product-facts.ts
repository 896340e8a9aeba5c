import { assistantById, GENERAL_ASSISTANTS, TEAM, teamOfTier, type Assistant } from '#contract/chat/assistants.ts';
import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { CONTACT_ANSWER } from '#contract/site/contact-topics.ts';
import { PROMOTION_RATES } from '#contract/billing/discounts.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { LANGUAGES } from '#contract/account/languages.ts';
import { BUILT_KINDS, LIMITS, USAGE_KINDS, type Limit } from '#contract/billing/limits.ts';
import { cyclePriceCents, PLAN_NAMES, planOf, PLANS, QUARTERLY_RATE, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { isAtLeast, TIERS, type PaidTier, type Tier } from '#contract/billing/tiers.ts';

export type SiteLinks = { publicUrl: string; supportEmail: string };

const list = new Intl.ListFormat('en-GB');
const count = new Intl.NumberFormat('en-US');
const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const usd = (cents: number) => money.format(cents / 100);
const percent = (rate: number) => `${Math.round(rate * 100)}%`;
const namesOf = (assistants: readonly Assistant[]) => list.format(assistants.map(({ name }) => name));
const limit = (most: Limit, what: string) =>
  most === 'unlimited' ? `unlimited ${what}` : `${count.format(most)} ${what}`;

/** What somebody may ask for who has read of it elsewhere, and that is not built. The countable kinds are added by themselves. */
const NOT_BUILT = [
  'several brands',
  'white-label reports',
  'API keys',
  'priority support',
  'support by phone',
  'file uploads',
];

function contentOf(tier: Tier): string {
  const { messages, exports } = LIMITS[tier];
  return `${limit(messages, 'messages a month')}, ${limit(exports, 'exports a month')}, all ${GENERAL_ASSISTANTS.length} general assistants, and of the team ${namesOf(teamOfTier(tier))}`;
}

function planFact(tier: PaidTier): string {
  const prices = [
    `${usd(cyclePriceCents(tier, 'monthly'))} a month when paid monthly`,
    `${usd(cyclePriceCents(tier, 'quarterly'))} for three months when paid quarterly`,
    `${usd(cyclePriceCents(tier, 'annual'))} a year when paid annually (${usd(planOf(tier).annualPerMonthUsd * 100)} a month)`,
  ];
  return `Plan ${PLAN_NAMES[tier]}: the price is ${list.format(prices)}. It includes ${contentOf(tier)}.`;
}

function teammateFact({ id, name, role, tier }: Assistant): string {
  const plans = TIERS.filter((one) => isAtLeast(one, tier)).map((one) => PLAN_NAMES[one]);
  return `Teammate ${name} (${role}): ${INTRODUCTIONS[id].description} Included in ${list.format(plans)}.`;
}

/**
 * What may be said of the product, a line a fact, computed from the same tables that the product runs on (DECISIONS "No
 * vapour"). A limited offer is made to a person by the server, so none is named here.
 */
export function productFacts({ publicUrl, supportEmail }: SiteLinks): string[] {
  const unbuilt = [...USAGE_KINDS.filter((kind) => !BUILT_KINDS.includes(kind)), ...NOT_BUILT];
  return [
    `${PRODUCT_NAME} is a web app with ${TEAM.length} AI teammates for small businesses, used by subscription. You chat with each of them; they answer, plan and draft, and you send or publish it yourself.`,
    `The team of ${TEAM.length}: ${namesOf(TEAM)}.`,
    ...TEAM.map(teammateFact),
    `The ${GENERAL_ASSISTANTS.length} general assistants are ${namesOf(GENERAL_ASSISTANTS)}. They are in every plan, also in ${PLAN_NAMES.free}.`,
    `The plans cost ${list.format(PLANS.map(({ name, monthlyUsd }) => `${usd(monthlyUsd * 100)} a month for ${name}`))}. Paying quarterly costs ${percent(QUARTERLY_RATE)} less, paying annually less still. All plans and prices: ${publicUrl}/#pricing`,
    ...PLANS.map(({ id }) => planFact(id)),
    `Plan ${PLAN_NAMES.free}: it costs nothing, for as long as you like. It includes ${contentOf('free')}.`,
    `Discount: whoever has never paid for ${PRODUCT_NAME} before can have ${percent(PROMOTION_RATES['first-time'])} off the first invoice through the offers on this site. Later invoices are at the plan's own price, and discounts do not add up.`,
    `The free trial lasts ${TRIAL_DAYS} days, needs no credit card and works with everything that ${PLAN_NAMES.ultimate} has. It starts when you confirm your email address, once per person.`,
    `When the trial ends you go on with ${PLAN_NAMES.free} by itself, or with the plan that you chose. Nothing is charged without a card, and nothing is deleted.`,
    `To get started, sign up at ${publicUrl}/auth with your email address.`,
    `A demo: the small chat at the top of the home page shows how ${assistantById('emmie').name} works, and the free trial shows the whole team.`,
    `You can cancel anytime on the billing page. You keep the plan until the end of what you paid for, then you go on with ${PLAN_NAMES.free}.`,
    `The money-back guarantee: within ${GUARANTEE_DAYS} days of your first payment you get everything back that you paid for the plan, once. The refund ends the plan.`,
    `You can change plan or billing cycle at any time; what is left of the old one counts towards the new one. Payments go through Stripe, in US dollars.`,
    `Each answer of an assistant counts as one message. A question without an answer costs nothing. The count begins anew each calendar month (UTC).`,
    `An export is a conversation that you download as a file.`,
    `The assistants answer in the language you write in, or always in one of ${LANGUAGES.length} that you can set. The screens are in English.`,
    `Your data: conversations stay in your account. You can download everything and delete it, also the whole account. What is kept, and for how long: ${publicUrl}/privacy`,
    `Security: you can sign in with a password or a passkey and add a second factor. More: ${publicUrl}/security`,
    `The assistants can be wrong. They see only the chat and the business profile that you fill in; they cannot browse the web, open accounts, post or send anything.`,
    `Not there yet: ${list.format(unbuilt)}.`,
    `Done-for-you set-up in 72 hours can be asked for by the contact form; a person agrees it with you.`,
    `Support is by email at ${supportEmail} or by the form at ${publicUrl}/contact. ${CONTACT_ANSWER}`,
  ];
}
