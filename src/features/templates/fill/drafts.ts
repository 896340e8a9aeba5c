import { valueOf } from '#contract/templates/blank-values.ts';
import type { Blank, BlankValue, BlankValues } from '#contract/templates/blanks.ts';
import { decimalText, readNumbers } from '#contract/written/numbers.ts';
import type { Fill } from '#src/domain/templates/template.ts';

/** What is in a blank's field: text, or the items of a list. */
export type Draft = string | string[];
export type Drafts = Readonly<Record<string, Draft>>;

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** What was typed, and the names of the blanks in which a teammate's guess waits for its owner's yes. */
export type Typed = { drafts: Drafts; guesses: readonly string[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What this browser has kept of an earlier visit, or null if it can't be used. Both together: a guess is never taken
 * for typed.
 */
export function parseTyped(kept: unknown): Typed | null {
  if (!isRecord(kept)) return null;
  // Before there were guesses, the drafts were kept alone.
  const { drafts, guesses } = isRecord(kept.drafts) ? kept : { drafts: kept, guesses: [] };
  if (!isRecord(drafts) || !Object.values(drafts).every(isDraft)) return null;
  if (!Array.isArray(guesses) || !guesses.every((name) => typeof name === 'string')) return null;
  return { drafts: drafts as Drafts, guesses }; // reason: each value was checked
}

export const toDraft = (value: BlankValue): Draft => (typeof value === 'number' ? String(value) : value);

/** A number as people type it; undefined if it isn't one, or if it can be read in two ways. */
export function readNumber(typed: string): number | undefined {
  const [only, other] = readNumbers(typed);
  return only?.unit === '' && !other ? Number(decimalText(only)) : undefined;
}

function toValue({ kind }: Blank, draft: Draft): BlankValue | undefined {
  if (Array.isArray(draft)) return draft.filter((item) => item.trim() !== '');
  return kind === 'number' ? readNumber(draft) : draft;
}

const PLACEHOLDER_MAX = 80;

/** The example of a blank as its empty field shows it: in one line, and not cut in the middle of a word. */
export function placeholderOf({ example }: Exclude<Blank, { kind: 'list' }>): string {
  const line = String(example).replaceAll(/\s+/g, ' ');
  if (line.length <= PLACEHOLDER_MAX) return line;
  const space = line.lastIndexOf(' ', PLACEHOLDER_MAX - 1);
  return `${line.slice(0, space === -1 ? PLACEHOLDER_MAX : space).replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`;
}

const isSettled = (fill: Fill | undefined): fill is Extract<Fill, { value: unknown }> =>
  fill !== undefined && 'value' in fill;

/**
 * What a blank's field shows: what was typed, or what the team knows. Nothing else: no choice is made for the owner.
 */
export function draftOf(blank: Blank, drafts: Drafts, fills: Readonly<Record<string, Fill>>): Draft {
  const { name, kind } = blank;
  if (Object.hasOwn(drafts, name)) return drafts[name] ?? '';
  const fill = Object.hasOwn(fills, name) ? fills[name] : undefined;
  if (isSettled(fill)) return toDraft(fill.value);
  return kind === 'list' ? [] : '';
}

/** The values of all fields, as `renderTemplate` and `checkValues` take them. */
export function valuesOf(
  blanks: readonly Blank[],
  drafts: Drafts,
  fills: Readonly<Record<string, Fill>>,
): Record<string, BlankValue> {
  return Object.fromEntries(
    blanks.flatMap((blank) => {
      const value = toValue(blank, draftOf(blank, drafts, fills));
      return value === undefined || (typeof value !== 'number' && value.length === 0)
        ? []
        : [[blank.name, value] as const]; // reason: a pair, not a list
    }),
  );
}

/** What is wrong with a field whose text isn't the number it should be; null if nothing. */
export function numberProblem({ kind }: Pick<Blank, 'kind'>, draft: Draft): string | null {
  if (kind !== 'number' || typeof draft !== 'string' || draft.trim() === '' || readNumber(draft) !== undefined)
    return null;
  const [number, other] = readNumbers(draft);
  return number && other ? `Please write ${decimalText(number)} or ${decimalText(other)}.` : 'Please enter a number.';
}

/** How many blanks have a value. */
export const countFilled = (blanks: readonly Blank[], values: BlankValues): number =>
  blanks.filter((blank) => valueOf(values, blank) !== undefined).length;
