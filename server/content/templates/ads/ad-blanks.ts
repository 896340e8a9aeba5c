import type { Blank } from '#contract/templates/blanks.ts';

type TextBlank = Extract<Blank, { kind: 'text' }>;

/** A line of an ad that is inserted as it was typed, because each character counts. */
export const adLine = (
  name: string,
  label: string,
  maxLength: number,
  hint: string,
  example: string,
  from?: Blank['from'],
): TextBlank => ({ kind: 'text', name, label, hint, example, isRequired: true, maxLength, from });
