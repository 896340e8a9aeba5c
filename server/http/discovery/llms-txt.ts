import { GENERAL_ASSISTANTS, TEAM, teamOfTier, type Assistant } from '#contract/chat/assistants.ts';
import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { CYCLE_MONTHS, cyclePriceCents, PLAN_NAMES, PLANS, TRIAL_DAYS, type Plan } from '#contract/billing/plans.ts';
import { articlePath, PUBLIC_PAGES } from '#contract/site/public-pages.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { ArticleEntry } from './article-entry.ts';

const numbers = new Intl.NumberFormat('en-US');
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const inWords = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' });
/** Pages worth listing for a program that reads on a person's behalf. */
const EXPLAINING = ['/', '/blog', '/security', '/status', '/contact'];
const RULES = ['/privacy', '/terms'];

const opensFrom = ({ tier }: Assistant) =>
  tier === 'free' ? 'Open to everyone who is signed in.' : `Included in the ${PLAN_NAMES[tier]} plan and above.`;

function planLine({ id, audience, monthlyUsd, annualPerMonthUsd }: Plan): string {
  const quarter = dollars.format(cyclePriceCents(id, 'quarterly') / 100);
  const year = dollars.format(cyclePriceCents(id, 'annual') / 100);
  const prices = `$${monthlyUsd} a month, or ${quarter} for ${CYCLE_MONTHS.quarterly} months, or ${year} a year ($${annualPerMonthUsd} a month)`;
  const team = inWords.format(teamOfTier(id).map((one) => one.name));
  return `${prices}. ${numbers.format(LIMITS[id].messages)} messages a month. Includes ${team}. ${audience}`;
}

/** `/llms.txt`: what the product is, for language models. Every figure comes from the catalog. Source: llmstxt.org. */
export function llmsTxt(publicUrl: string, articles: ArticleEntry[]): string {
  const link = (name: string, path: string, note: string) =>
    `- [${name.replaceAll(/[[\]]/g, '')}](${publicUrl}${path})${note === '' ? '' : `: ${note}`}`;
  const pages = (paths: string[]) =>
    PUBLIC_PAGES.filter(({ path }) => paths.includes(path)).map(({ name, path }) => link(name, path, ''));
  const { messages } = LIMITS.free;
  return [
    `# ${PRODUCT_NAME}`,
    '',
    `> ${PRODUCT_NAME} gives small businesses a team of ${TEAM.length} AI teammates to chat with, each with one job, for a monthly, quarterly or annual fee.`,
    '',
    `- The free trial lasts ${TRIAL_DAYS} days, needs no card and includes the whole team.`,
    `- Without a plan you get ${messages} messages a month with ${inWords.format(teamOfTier('free').map((one) => one.name))}.`,
    `- You can cancel at any time. If you ask within ${GUARANTEE_DAYS} days, we refund your first payment.`,
    `- Prices are in US dollars. The assistants answer in the language you write in. The site is in English.`,
    '',
    '## Teammates',
    '',
    ...TEAM.map((one) =>
      link(one.name, '/#ai-team', `${one.role}. ${INTRODUCTIONS[one.id].description} ${opensFrom(one)}`),
    ),
    ...GENERAL_ASSISTANTS.map((one) =>
      link(
        one.name,
        '/#ai-team',
        `${one.role}. ${INTRODUCTIONS[one.id].description} A general assistant. ${opensFrom(one)}`,
      ),
    ),
    '',
    '## Plans',
    '',
    ...PLANS.map((plan) => link(plan.name, '/#pricing', planLine(plan))),
    '',
    '## Pages',
    '',
    ...pages(EXPLAINING),
    '',
    ...(articles.length > 0
      ? ['## Articles', '', ...articles.map((one) => link(one.title, articlePath(one.slug), one.excerpt)), '']
      : []),
    '## Optional',
    '',
    ...pages(RULES),
    '',
  ].join('\n');
}
