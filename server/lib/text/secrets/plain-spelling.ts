/** A range of a text, in UTF-16 code units; `end` is exclusive. */
export type Span = { start: number; end: number };

/** API key, card number, bank account, government ID number, door or PIN code, password, or Wi-Fi password. */
export type SecretKind = 'key' | 'card' | 'bank' | 'person' | 'code' | 'password' | 'wifi';
export type Secret = Span & { kind: SecretKind };

/** A text in plain spelling, and where each of its characters stands in the original. */
export type PlainSpelling = { text: string; toOriginal: <One extends Span>(span: One) => One };

const SAME = /^[\n\x20-\x7e]*$/;
const DASH = /\p{Pd}|\u2212/u;
const SPACE = /\s/u;
const SINGLE_QUOTE = /[\u2018-\u201b\u2032\u00b4`]/;
const DOUBLE_QUOTE = /[\u201c-\u201f\u00ab\u00bb\u2039\u203a\u2033]/;
/** Zero-width characters, soft hyphens and other marks that nobody sees. */
const INVISIBLE = /^[\p{Cf}\p{Cc}]$/u;

/** A character without its combining marks. Callers drop the marks first: sorting thousands of them is quadratic. */
function spell(character: string): string {
  if (character === '\n') return '\n';
  if (SPACE.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (SINGLE_QUOTE.test(character)) return "'";
  if (DOUBLE_QUOTE.test(character)) return '"';
  return character.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/**
 * The same text as ASCII as far as possible: full-width digits, accents, all kinds of dashes, quotation marks and
 * spaces lose what sets them apart (NFKD), and invisible characters are dropped.
 */
export function spellPlainly(original: string): PlainSpelling {
  if (SAME.test(original)) return { text: original, toOriginal: (span) => span };
  const pieces: string[] = [];
  const starts: number[] = [];
  for (const { 0: character, index } of original.matchAll(/[^]\p{M}*/gu)) {
    const [base = ''] = character;
    const piece = /^[\n\x20-\x7e]$/.test(character) ? character : spell(base);
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(index);
  }
  // An accent or an invisible character belongs to the character before it.
  const endOf = (at: number): number => {
    const begin = starts[at - 1] ?? 0;
    let next = at;
    while (starts[next] === begin) next += 1;
    return starts[next] ?? original.length;
  };
  return {
    text: pieces.join(''),
    toOriginal: (span) => ({ ...span, start: starts[span.start] ?? original.length, end: endOf(span.end) }),
  };
}
