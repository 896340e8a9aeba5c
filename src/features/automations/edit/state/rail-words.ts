import type { Limit } from '#contract/billing/limits.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import type { RunUses } from './run-uses.ts';

/** Why it is off although its owner had turned it on. */
export const LINE_OF_REASON: Record<NonNullable<AutomationPage['automation']['pauseReason']>, string> = {
  plan: 'Your plan has no room for it right now.',
  failures: 'It was paused because it kept failing.',
  loop: 'It was paused because it started itself again and again.',
};

/** `one thing`, `three things`. */
export const problemsWord = (count: number): string =>
  `${inWords(count).toLowerCase()} ${count === 1 ? 'thing' : 'things'}`;

const ofLimit = (count: number, limit: Limit) =>
  limit === 'unlimited' ? formatNumber(count) : `${formatNumber(count)} of your ${formatNumber(limit)}`;

/** What a run uses, line by line. */
export function usesInWords(uses: RunUses, messages: Limit): [name: string, amount: string][] {
  const upTo = uses.isUpTo ? 'Up to ' : '';
  const taps = uses.approvals === 0 ? 'None' : `${inWords(uses.approvals)} ${uses.approvals === 1 ? 'tap' : 'taps'}`;
  return [
    ['Messages', uses.messages === 0 ? 'None' : `${upTo}${ofLimit(uses.messages, messages)}`],
    ...(uses.templates > 0 ? [['Template uses', `${upTo}${formatNumber(uses.templates)}`] as [string, string]] : []), // reason: a pair
    ['Emails to you', uses.emailsToMe === 0 ? 'None' : `${upTo}${formatNumber(uses.emailsToMe)}`],
    ...(uses.emailsToOthers > 0
      ? [['Emails to others', `${upTo}${formatNumber(uses.emailsToOthers)}`] as [string, string]] // reason: as above
      : []),
    ['Your time', taps],
  ];
}
