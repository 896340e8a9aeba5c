import { STATEMENT_MAX } from '../brain/brain.ts';
import { valueOf } from './blank-values.ts';
import type { Blank, BlankSource, BlankValues } from './blanks.ts';
import { withEnding } from './punctuation.ts';
import { BLANK_IN_TEXT, renderTemplate } from './render-template.ts';

// No schemas in here: it comes with the page that fills in a template.

type FactSource = Extract<BlankSource, { factKinds: unknown }>;

/** Where the Brain keeps the value of a blank, and how; null if it can't be remembered, such as a recipient's name. */
export function memoryOf({ from }: Blank): (FactSource & { sentence: string }) | null {
  return from && 'factKinds' in from && from.sentence !== undefined ? { ...from, sentence: from.sentence } : null;
}

/** Long ago, so that each day in a sentence has its year. */
const LONG_AGO = '1970-01-01';

/** Whether a sentence is found again by its own words. */
const isFoundBy = (text: string, words: readonly string[]): boolean =>
  words.some((word) => ` ${text.toLowerCase()}`.includes(` ${word}`));

/**
 * What the Brain is told about the value of a blank: one sentence with its subject, or one for each item of a list.
 * None while a blank that the sentence names is empty, or if it's too long for a fact.
 */
export function sentencesFor(blanks: readonly Blank[], blank: Blank, values: BlankValues): string[] {
  const memory = memoryOf(blank);
  const value = valueOf(values, blank);
  if (memory === null || value === undefined) return [];
  const { name, label } = blank;
  const token = `{{${name}}}`;
  const isSentence = blank.kind === 'text' && blank.ending === 'sentence';
  // An item of a list stands in its sentence as text.
  const item: Blank = { kind: 'text', name, label, hint: '', example: '', isRequired: true, maxLength: STATEMENT_MAX };
  const known = blanks.map((one) => (one.name === name && one.kind === 'list' ? item : { ...one, isRequired: true }));
  const names = new Set([...memory.sentence.matchAll(BLANK_IN_TEXT)].map(([, named]) => named));
  const used = known.filter((one) => names.has(one.name));
  if (used.length < names.size) return [];
  return (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const isWhole = isSentence && isFoundBy(String(one), memory.words ?? []);
    const text = { subject: null, body: isWhole ? token : memory.sentence };
    const { body, missing } = renderTemplate({ text, blanks: used }, { ...values, [name]: one }, LONG_AGO);
    const statement = body.replaceAll(/\s+/g, ' ').trim();
    const isTold = missing.length === 0 || (isWhole && !missing.includes(name));
    return isTold && statement !== '' && statement.length <= STATEMENT_MAX ? [statement] : [];
  });
}

/** What stands in a statement in place of the blank, if the statement is its sentence, or its label with a value. */
export function rememberedValue(blank: Blank, statement: string): string | null {
  const memory = memoryOf(blank);
  if (memory?.isLasting !== true) return null;
  const token = `{{${blank.name}}}`;
  for (const sentence of [memory.sentence, `${blank.label}: ${token}`]) {
    const [before = '', after = '', ...others] = sentence.split(token);
    const isAlone = others.length === 0 && sentence.includes(token) && before !== '' && !after.includes('{{');
    if (!isAlone || before.includes('{{') || !statement.startsWith(before) || !statement.endsWith(after)) continue;
    const value = statement.slice(before.length, after === '.' ? undefined : statement.length - after.length);
    // The period may be that of the sentence, or of an abbreviation at its end.
    return after === '.' ? withEnding(value, 'phrase') : value;
  }
  return null;
}
