import { z } from 'zod';
import type { Blank } from '#contract/templates/blanks.ts';
import { placeBlanks } from '#server/modules/templates/place-blanks.ts';
import { textToReuse } from '#server/modules/templates/suggest-blanks.ts';
import { suggestBlanks, SUGGESTED_BLANKS_MAX } from '#server/prompts/template-blanks.ts';
import { askOnce, caseFields, defineTask } from './eval-task.ts';
import { plain } from './words.ts';

const quote = z.string().trim().min(1);
const caseSchema = z.strictObject({
  ...caseFields,
  /** What a teammate wrote. */
  answer: quote,
  blanks: z.array(z.strictObject({ quote, why: z.string(), also: z.array(quote).default([]) })).min(1),
  /** Words that must stay as they are. */
  never: z.array(quote).default([]),
});
type BlanksCase = z.output<typeof caseSchema>;

const NO_PROFILE = { fullName: '', businessName: '', website: '' };

/** The words that a blank takes the place of. */
const replacedBy = ({ example }: Blank): string => (Array.isArray(example) ? example.join(' ') : String(example));

/** Words without bullets, currency and punctuation around them. */
const core = (text: string) =>
  plain(text.replaceAll(/^\s*- /gm, '')).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Whether two quotes mean the same place: one contains the other, and isn’t twice as long. */
function isSamePlace(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [core(one), core(other)].toSorted((a, b) => a.length - b.length);
  return longer.includes(shorter) && shorter.length * 2 >= longer.length;
}

const RULES = { exactQuote: 'copied exactly', onlyChanging: 'what will be different the next time' } as const;

export const blanks = defineTask<BlanksCase>({
  name: 'blanks',
  schema: caseSchema,
  hasPrecision: true,
  kindOf: () => '',
  askedOf: ({ answer }) => answer,
  expectedOf: (one) => one.blanks.map((expected) => expected.quote),
  rules: Object.values(RULES),

  judge: async (one, ask) => {
    const text = textToReuse(one.answer);
    const suggested = await askOnce(ask, suggestBlanks, { text });
    const { body, blanks: placed } = placeBlanks(text, suggested.blanks.slice(0, SUGGESTED_BLANKS_MAX), NO_PROFILE);
    const replaced = placed.map(replacedBy);
    const isMeant = (words: string, expected: BlanksCase['blanks'][number]) =>
      [expected.quote, ...expected.also].some((place) => isSamePlace(words, place));
    const found = one.blanks.filter((expected) => replaced.some((words) => isMeant(words, expected)));
    const unexpected = replaced.filter((words) => !one.blanks.some((expected) => isMeant(words, expected)));
    const gone = one.never.filter((words) => plain(text).includes(plain(words)) && !plain(body).includes(plain(words)));
    const isGone = (words: string) =>
      gone.some((never) => core(never).includes(core(words)) || core(words).includes(core(never)));
    return {
      found: found.map((expected) => expected.quote),
      missed: one.blanks.filter((expected) => !found.includes(expected)).map((expected) => expected.quote),
      right: replaced.length - unexpected.length,
      wrong: unexpected.filter((words) => !isGone(words)),
      forbidden: gone,
    };
  },

  script: (one, follows) => {
    const asBlank = (words: string, label: string) => ({
      quote: follows(RULES.exactQuote) ? words : `something like ${words}`,
      label: label.slice(0, 40),
      hint: '',
      kind: 'text',
    });
    return {
      title: 'A text to use again',
      description: '',
      category: 'email',
      blanks: [
        ...one.blanks.map((expected) => asBlank(expected.quote, expected.why)),
        ...(follows(RULES.onlyChanging) ? [] : one.never.map((words) => asBlank(words, 'Blank'))),
      ],
    };
  },
});
