import { assistantById, GENERAL_ASSISTANTS, TEAM, teamOfTier, type Assistant } from '#contract/chat/assistants.ts';
import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { CONTACT_ANSWER } from '#contract/site/contact-topics.ts';
import { PROMOTION_RATES } from '#contract/billing/discounts.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { LANGUAGES } from '#contract/account/languages.ts';
import {
  BUILT_KINDS,
  LIMITS,
  PREMIUM_TEMPLATES_TIER,
  storageText,
  USAGE_KINDS,
  type Limit,
} from '#contract/billing/limits.ts';
import { cyclePriceCents, PLAN_NAMES, planOf, PLANS, QUARTERLY_RATE, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { isAtLeast, PAID_TIERS, TIERS, type PaidTier, type Tier } from '#contract/billing/tiers.ts';

export type SiteLinks = { publicUrl: string; supportEmail: string };

const list = new Intl.ListFormat('en-US');
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

/** Features that visitors may have read about but that aren't built. The countable kinds are added from their table. */
const NOT_BUILT = ['several brands', 'white-label reports', 'API keys', 'priority support', 'support by phone'];

function contentOf(tier: Tier): string {
  const { messages, exports, templates, automations, storageBytes } = LIMITS[tier];
  return `${limit(messages, 'messages a month')}, ${limit(exports, 'exports a month')}, ${limit(templates, 'template uses a month')}, ${limit(automations, automations === 1 ? 'active automation' : 'active automations')}, ${storageText(storageBytes)} for documents and web pages, all ${GENERAL_ASSISTANTS.length} general assistants, and of the team ${namesOf(teamOfTier(tier))}`;
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
 * What may be said about the product, one fact per line, computed from the same tables that the product runs on
 * (PLAN-4). The server makes limited offers to one person at a time, so none is named here.
 */
export function productFacts({ publicUrl, supportEmail }: SiteLinks): string[] {
  const unbuilt = [...USAGE_KINDS.filter((kind) => !BUILT_KINDS.includes(kind)), ...NOT_BUILT];
  return [
    `${PRODUCT_NAME} is a web app that gives small businesses a team of ${TEAM.length} AI teammates, by subscription. You chat with each of them. They answer, plan and draft, and you decide what goes out.`,
    `The team of ${TEAM.length}: ${namesOf(TEAM)}.`,
    ...TEAM.map(teammateFact),
    `The teammates by plan: ${PLAN_NAMES.free} has ${namesOf(teamOfTier('free'))}. ${PAID_TIERS.map((tier) => `${PLAN_NAMES[tier]} adds ${namesOf(TEAM.filter((one) => one.tier === tier))}.`).join(' ')}`,
    `The ${GENERAL_ASSISTANTS.length} general assistants are ${namesOf(GENERAL_ASSISTANTS)}. They're included in every plan, even ${PLAN_NAMES.free}.`,
    `The plans cost ${list.format(PLANS.map(({ name, monthlyUsd }) => `${usd(monthlyUsd * 100)} a month for ${name}`))}. Paying quarterly saves ${percent(QUARTERLY_RATE)}, and paying annually saves more. All plans and prices: ${publicUrl}/#pricing`,
    ...PLANS.map(({ id }) => planFact(id)),
    `Plan ${PLAN_NAMES.free}: it's free for as long as you like. It includes ${contentOf('free')}.`,
    `Discount: if you've never paid for ${PRODUCT_NAME} before, the offers on this site give you ${percent(PROMOTION_RATES['first-time'])} off your first invoice. Later invoices are at the plan's regular price, and discounts can't be combined.`,
    `The free trial lasts ${TRIAL_DAYS} days, needs no credit card and includes everything in ${PLAN_NAMES.ultimate}. It starts when you confirm your email address. One trial per person.`,
    `When the trial ends, you move to ${PLAN_NAMES.free} automatically, or to the plan you chose. Without a card you're never charged, and nothing is deleted.`,
    `To get started, sign up at ${publicUrl}/auth with your email address.`,
    `A demo: the small chat at the top of the home page shows how ${assistantById('emmie').name} works, and the free trial shows the whole team.`,
    `You can cancel anytime on the billing page. You keep the plan until the end of the period you paid for, then you move to ${PLAN_NAMES.free}.`,
    `The money-back guarantee: within ${GUARANTEE_DAYS} days of your first payment you can get back everything you paid for the plan, once. The refund ends the plan.`,
    `You can change your plan or billing cycle at any time. Moving up takes effect right away, and unused time on the old plan counts toward the new one. Moving down takes effect when the paid period ends, unless you choose to switch now. Payments go through Stripe, in US dollars.`,
    `The limits by plan: every month ${list.format(TIERS.map((tier) => `${limit(LIMITS[tier].messages, 'messages')} with ${PLAN_NAMES[tier]}`))}, and ${list.format(TIERS.map((tier) => `${limit(LIMITS[tier].templates, 'template uses')} with ${PLAN_NAMES[tier]}`))}.`,
    `Each answer from an assistant counts as one message. A question that gets no answer doesn't count. The count resets every calendar month (UTC).`,
    `An export is a conversation you download as a file. A template is a ready-made text with blanks, filled in from what the team knows about your business. Filling one in and copying it counts as one use; you can also write your own. Premium templates come with ${PLAN_NAMES[PREMIUM_TEMPLATES_TIER]} and above.`,
    `An automation carries out steps that you set up: on a schedule, when something happens, or by hand. A teammate writes, the automation asks you to approve, then emails you or an address that agreed to it, calls another program, or notes something down. You can rehearse it first. Each answer counts as one message. Only automations that are turned on count toward the limit.`,
    `The assistants answer in the language you write in, or in one of ${LANGUAGES.length} that you pick in your settings. The screens are in English.`,
    `Your data: conversations stay in your account. You can download everything, and delete it or the whole account. What we keep and for how long: ${publicUrl}/privacy`,
    `Security: you can sign in with a password or a passkey and add a second factor. More: ${publicUrl}/security`,
    `What you tell one teammate about your business, all of them know by your next message. You can also add documents and your website, and they use what those say. The Brain page lists every fact with where it came from, and you can correct or forget any of them. You can also make a chat private, or switch learning off.`,
    `The assistants can be wrong. They see only the chat, the business profile you fill in, what you've told the team, and the documents and web pages you've added. In a chat they can't browse the web themselves, open accounts, post or send anything.`,
    `Not available yet: ${list.format(unbuilt)}.`,
    `You can ask for done-for-you setup in 72 hours through the contact form. Someone on our team will arrange it with you.`,
    `For support, email ${supportEmail} or use the form at ${publicUrl}/contact. ${CONTACT_ANSWER}`,
  ];
}
