import type { FactKind } from '#contract/brain/brain.ts';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import type { Blank, BlankValue } from '#contract/power-ups/blanks.ts';
import { dayText } from '#contract/dates.ts';

/** The kind of fact that a blank's value is; null if it can't be one, such as the name of a letter's recipient. */
export function factKindOf({ from }: Blank): FactKind | null {
  return from !== undefined && 'factKinds' in from ? (from.factKinds[0] ?? null) : null;
}

/** What the Brain is told about a blank that was filled in by hand; null if it is too long for a fact. */
export function statementOf(blank: Blank, value: BlankValue): string | null {
  const words = Array.isArray(value)
    ? value.join('; ')
    : blank.kind === 'date' && typeof value === 'string'
      ? dayText(`${value}T00:00:00Z`, 'UTC')
      : String(value);
  const statement = `${blank.label}: ${words.replaceAll(/\s+/g, ' ').trim()}`;
  return statement.length > STATEMENT_MAX ? null : statement;
}
