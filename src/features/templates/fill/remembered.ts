import type { FactKind } from '#contract/brain/brain.ts';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import type { Blank, BlankValue } from '#contract/templates/blanks.ts';
import { dayText } from '#contract/dates.ts';

/** The kind of fact that a blank's value is; null if it can't be one, such as the name of a letter's recipient. */
export function factKindOf({ from }: Blank): FactKind | null {
  return from !== undefined && 'factKinds' in from ? (from.factKinds[0] ?? null) : null;
}

/**
 * What the Brain is told about a blank that was filled in by hand, without what is too long for a fact. Sentences and the items of a
 * list speak for themselves, and come back as they were typed; anything shorter needs its label.
 */
export function statementsOf(blank: Blank, value: BlankValue): string[] {
  const words =
    blank.kind === 'date' && typeof value === 'string'
      ? [dayText(`${value}T00:00:00Z`, 'UTC')]
      : [value].flat().map((one) => String(one).replaceAll(/\s+/g, ' ').trim());
  const isWhole = blank.kind === 'list' || (blank.kind === 'text' && blank.ending === 'sentence' && !takesPart(blank));
  return words
    .map((one) => (isWhole ? one : `${blank.label}: ${one}`))
    .filter((statement) => statement !== '' && statement.length <= STATEMENT_MAX);
}

/** Whether only a part of a fact fills it in. */
function takesPart({ from }: Blank): boolean {
  const part = from && 'part' in from ? from.part : undefined;
  return part !== undefined && part !== 'statement';
}
