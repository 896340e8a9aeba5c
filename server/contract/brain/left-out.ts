/**
 * Kinds of content that aren't read, or aren't read for facts, each with the singular and plural sentences for the
 * source's owner.
 */
const SENTENCES = {
  hidden_sheets: ['1 hidden sheet was left out.', '{count} hidden sheets were left out.'],
  hidden_rows: ['1 hidden row was left out.', '{count} hidden rows were left out.'],
  hidden_columns: ['1 hidden column was left out.', '{count} hidden columns were left out.'],
  hidden_text: ['Hidden text was left out in 1 place.', 'Hidden text was left out in {count} places.'],
  formulas: [
    '1 formula has no saved result. Open the file in Excel, save it, and add it again.',
    '{count} formulas have no saved results. Open the file in Excel, save it, and add it again.',
  ],
  scans: ['1 scanned page was left out.', '{count} scanned pages were left out.'],
  facts: [
    '1 fact, the most that one source teaches. The rest is still searched.',
    '{count} facts, the most that one source teaches. The rest is still searched.',
  ],
} as const;

export type LeftOutKind = keyof typeof SENTENCES;
export const LEFT_OUT_KINDS = Object.keys(SENTENCES) as LeftOutKind[]; // reason: these are its keys
/** How many of each kind were left out; of facts, how many were learned before the rest was. */
export type LeftOut = Partial<Record<LeftOutKind, number>>;

/** What the owner reads about what was left out, a sentence for each kind. */
export const leftOutTexts = (leftOut: LeftOut): string[] =>
  LEFT_OUT_KINDS.flatMap((kind) => {
    const count = leftOut[kind] ?? 0;
    const [one, several] = SENTENCES[kind];
    return count === 0 ? [] : count === 1 ? one : several.replace('{count}', count.toLocaleString('en-US'));
  });
