import { formatDay } from './fact-dates.ts';
import type { Fact } from './fact.ts';

type Earlier = Fact['history'][number];

const sentence = ({ statement }: Pick<Earlier, 'statement'>) => statement.replace(/\.$/, '');

/** What an older fact said, as briefly as possible while still different from the newer one. */
export function replacedText({ value, replaced }: Pick<Fact, 'value' | 'replaced'>): string {
  if (replaced === null) return '';
  return value !== '' && replaced.value !== '' ? replaced.value : sentence(replaced);
}

/** `November 27`, when an earlier fact was replaced. A day is the same day wherever the reader is. */
export const untilText = ({ until }: Pick<Earlier, 'until'>, now: Date): string =>
  formatDay(new Date(until.includes('T') ? until : `${until}T00:00:00`), now);

/** `Now called Dawn Mug, was Speckled Mug until November 27`; null if it never had another name. */
export function formerNameText(
  { subject, formerName }: Pick<Fact, 'subject' | 'formerName'>,
  now: Date,
): string | null {
  if (formerName === null) return null;
  const { name, until } = formerName;
  return `Now called ${subject}, was ${name} ${until === null ? 'before' : `until ${untilText({ until }, now)}`}`;
}

/**
 * What was known before the fact that this one replaced: `$8 until October 3, $7 until May 1`; empty if nothing was.
 */
export const beforeThatText = ({ history }: Pick<Fact, 'history'>, now: Date): string =>
  history
    .slice(1)
    .map((earlier) => `${earlier.value === '' ? sentence(earlier) : earlier.value} until ${untilText(earlier, now)}`)
    .join(', ');
