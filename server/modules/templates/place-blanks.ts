import { exampleValues } from '#contract/templates/blank-values.ts';
import { BLANK_VALUE_MAX } from '#contract/templates/blank-values.ts';
import { BLANK_HINT_MAX, BLANK_LABEL_MAX, type Blank, type BlankProfileField } from '#contract/templates/blanks.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { ownTemplateSchema } from '#contract/templates/templates.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

/** A blank as the model suggests it: the words it takes the place of. */
export type SuggestedBlank = { quote: string; label: string; hint: string; kind: 'text' | 'number' | 'list' };
type Piece = { text: string } | { name: string };

const TEXT_MIN = 100;
const LIST_MAX = 10;

/** `Reply by` as `replyBy`. Labels in other alphabets become `blank`. */
function nameOf(label: string, taken: ReadonlySet<string>): string {
  const [first = '', ...rest] =
    label
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[a-z0-9]+/gi) ?? [];
  const words = [first.toLowerCase(), ...rest.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)];
  const stem =
    words
      .join('')
      .replace(/^[^a-z]+/, '')
      .slice(0, 30) || 'blank';
  let name = stem;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}${number}`;
  return name;
}

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
/** A pattern where it isn't part of a longer word. */
const asWords = (pattern: string, flags: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, flags);

/** These words as a text has them, however it spaces them; undefined if it doesn't. */
const findWords = (text: string, quote: string): string | undefined =>
  asWords(
    quote
      .trim()
      .split(/\s+/)
      .map(literally)
      .join(String.raw`\s+`),
    'u',
  ).exec(text)?.[0];

/** The blank with its example, which is what the text says now. */
function toBlank({ label, hint, kind }: SuggestedBlank, name: string, example: string): Blank {
  const common = {
    name,
    label: cutAtWord(label, BLANK_LABEL_MAX),
    hint: cutAtWord(hint, BLANK_HINT_MAX),
    isRequired: true,
  };
  const items = example.split('\n').map((line) => line.replace(/^- /, ''));
  const isList = kind === 'list' && example.split('\n').every((line) => /^- \S/.test(line));
  if (isList && items.length <= LIST_MAX) {
    const maxLength = Math.min(BLANK_VALUE_MAX, Math.max(TEXT_MIN, ...items.map((item) => 2 * item.length)));
    return { ...common, kind: 'list', example: items, maxItems: LIST_MAX, maxLength };
  }
  if (kind === 'number' && /^\d{1,4}$/.test(example))
    return { ...common, kind: 'number', example: Number(example), min: 0, max: 1_000_000 };
  const maxLength = Math.min(BLANK_VALUE_MAX, Math.max(TEXT_MIN, 2 * example.length));
  return { ...common, kind: 'text', example, maxLength, ...(example.includes('\n') ? { isMultiline: true } : {}) };
}

const bodyOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : `{{${piece.name}}}`)).join('');

/** Whether this is a template, and gives the text again if its examples are filled in. */
function isSound(text: string, body: string, blanks: Blank[]): boolean {
  const template = { title: 'A draft', description: '', category: 'email', tags: [], blanks };
  if (!ownTemplateSchema.safeParse({ ...template, text: { subject: null, body } }).success) return false;
  return renderTemplate({ text: { subject: null, body }, blanks }, exampleValues(blanks)).body === text;
}

/**
 * Puts blanks into a text wherever it has their words. Words that it doesn't have, that are part of another blank, or that are most of it
 * make none. Filled in with their examples, the blanks always give the text again.
 */
export function placeBlanks(
  text: string,
  suggested: readonly SuggestedBlank[],
  profile: Record<BlankProfileField, string>,
): { body: string; blanks: Blank[] } {
  let placed: { pieces: Piece[]; blanks: Blank[] } = { pieces: [{ text }], blanks: [] };
  for (const one of suggested) {
    const texts = placed.pieces.flatMap((piece) => ('text' in piece ? [piece.text] : []));
    const [example] = texts.flatMap((part) => findWords(part, one.quote) ?? []);
    if (example === undefined || example.length < 2 || example.length > text.length / 2) continue;
    const name = nameOf(one.label, new Set(placed.blanks.map((blank) => blank.name)));
    const from = (['fullName', 'businessName', 'website'] as const).find((field) => profile[field] === example);
    const blanks = [...placed.blanks, { ...toBlank(one, name, example), ...(from ? { from: { profile: from } } : {}) }];
    const pieces = placed.pieces.flatMap((piece): Piece[] => {
      if (!('text' in piece)) return [piece];
      const parts = piece.text.split(asWords(literally(example), 'gu'));
      return parts.flatMap((part, index): Piece[] => [...(index > 0 ? [{ name }] : []), { text: part }]);
    });
    if (isSound(text, bodyOf(pieces), blanks)) placed = { pieces, blanks };
  }
  return { body: bodyOf(placed.pieces), blanks: placed.blanks };
}
