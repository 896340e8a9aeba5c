import type { Limit } from '#contract/billing/limits.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import type { RunCounts, RunUses } from './run-uses.ts';

/** Why it is off although its owner had turned it on. */
export const LINE_OF_REASON: Record<NonNullable<AutomationPage['automation']['pauseReason']>, string> = {
  plan: 'Your plan has no room for it right now.',
  failures: 'It was paused because it kept failing.',
  loop: 'It was paused because its own runs kept starting it again.',
};

/** `one thing`, `three things`. */
export const problemsWord = (count: number): string =>
  `${inWords(count).toLowerCase()} ${count === 1 ? 'thing' : 'things'}`;

const ofLimit = (count: number, limit: Limit) =>
  limit === 'unlimited' ? formatNumber(count) : `${formatNumber(count)} of your ${formatNumber(limit)}`;

/** What a run uses, line by line. */
export function usesInWords({ least, most }: RunUses, messages: Limit): { name: string; amount: string }[] {
  const line = (name: string, of: keyof RunCounts, amount = formatNumber(most[of])) => ({
    name,
    amount: most[of] === 0 ? 'None' : `${least[of] < most[of] ? 'Up to ' : ''}${amount}`,
  });
  const taps = `${inWords(most.approvals).toLowerCase()} ${most.approvals === 1 ? 'tap' : 'taps'}`;
  const time = line('Your time', 'approvals', taps);
  return [
    line('Messages', 'messages', ofLimit(most.messages, messages)),
    ...(most.templates > 0 ? [line('Template uses', 'templates')] : []),
    line('Emails to you', 'emailsToMe'),
    ...(most.emailsToOthers > 0 ? [line('Emails to others', 'emailsToOthers')] : []),
    { ...time, amount: time.amount.charAt(0).toUpperCase() + time.amount.slice(1) },
  ];
}
