import type { Place, Section } from '#server/gateways/documents/reading.ts';

/** A piece of a document that is found, quoted and learned from on its own. `path` has the headings above it. */
export type Passage = {
  path: string[];
  /** Where it begins. */
  place: Place;
  text: string;
  /** The row of each line of the text, where the document consists of rows. */
  rows?: number[];
};

export const MAX_CHARACTERS = 1_800;
export const MAX_WORDS = 350;

/** A piece of text, and what stood between it and the one before. */
type Piece = { separator: string; text: string; row?: number };

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0;
const fits = (text: string) => text.length <= MAX_CHARACTERS && countWords(text) <= MAX_WORDS;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function splitBy(text: string, pattern: RegExp, separator: string): Piece[] {
  return text.split(pattern).map((part) => ({ separator, text: part.trim() }));
}

/** Sentences of any language. Some languages put nothing between them. */
function splitIntoSentences(text: string): Piece[] {
  let isApart = false;
  return Array.from(sentences.segment(text), ({ segment }) => {
    const separator = isApart || /^\s/.test(segment) ? ' ' : '';
    isApart = /\s$/.test(segment);
    return { separator, text: segment.trim() };
  });
}

/** Text without any place to divide it, in as few pieces as possible. No character is cut in half. */
function splitAnywhere(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + MAX_CHARACTERS;
    const part = text.slice(from, end).replace(end < text.length ? /[\uD800-\uDBFF]$/ : /$^/, '');
    pieces.push({ separator: '', text: part });
    from += part.length;
  }
  return pieces;
}

/** Ways to divide a text, from the best to the last resort. */
const WAYS: ((text: string) => Piece[])[] = [
  (text) => splitBy(text, /\n\s*\n/, '\n\n'),
  (text) => splitBy(text, /\n/, '\n'),
  splitIntoSentences,
  (text) => splitBy(text, /\s+/, ' '),
  splitAnywhere,
];

/** Divides a text into pieces that fit, each by the best way that makes it fit. */
function divide(whole: Piece, ways = WAYS): Piece[] {
  const [way, ...others] = ways;
  if (!way || fits(whole.text)) return whole.text === '' ? [] : [whole];
  return way(whole.text)
    .filter(({ text }) => text !== '')
    .flatMap((piece, index) =>
      divide({ ...whole, ...piece, separator: index === 0 ? whole.separator : piece.separator }, others),
    );
}

/** Joins pieces into passages of about the same length, as few as possible. */
function pack(pieces: Piece[]): Piece[][] {
  const characters = pieces.reduce((sum, { text, separator }) => sum + text.length + separator.length, 0);
  const words = pieces.reduce((sum, { text }) => sum + countWords(text), 0);
  const count = Math.ceil(Math.max(characters / MAX_CHARACTERS, words / MAX_WORDS));
  const packs: Piece[][] = [];
  let [packCharacters, packWords] = [0, 0];
  for (const piece of pieces) {
    const last = packs.at(-1);
    const pieceWords = countWords(piece.text);
    const longer = packCharacters + piece.separator.length + piece.text.length;
    // Without a separator, the last word and the next one merge.
    const moreWords = packWords + pieceWords - (piece.separator === '' ? 1 : 0);
    const isFull = packCharacters >= characters / count || packWords >= words / count;
    const isFitting = longer <= MAX_CHARACTERS && moreWords <= MAX_WORDS;
    if (last && !isFull && isFitting) last.push(piece);
    else packs.push([piece]);
    [packCharacters, packWords] = last && !isFull && isFitting ? [longer, moreWords] : [piece.text.length, pieceWords];
  }
  return packs;
}

const join = (pieces: Piece[]) =>
  pieces.map(({ separator, text }, index) => (index === 0 ? text : separator + text)).join('');

function splitText({ path, place, text }: Section): Passage[] {
  return pack(divide({ separator: '', text: text.trim() })).map((pieces) => ({ path, place, text: join(pieces) }));
}

/** Consecutive rows below the same headings. Each row is a line, so that the row of any quoted words is known. */
function splitRows(rows: Section[]): Passage[] {
  const pieces = rows.flatMap(({ text, place: { row } }) =>
    divide({ separator: '\n', text: text.replaceAll(/\s+/g, ' ').trim(), row }).map((piece) => ({
      ...piece,
      separator: '\n',
    })),
  );
  const [{ path, place } = { path: [], place: {} }] = rows;
  return pack(pieces).map((lines) => ({
    path,
    place: { ...place, row: lines[0]?.row },
    text: join(lines),
    rows: lines.map(({ row = 0 }) => row),
  }));
}

const isSameTable = (a: Section, b: Section) =>
  a.place.row !== undefined &&
  b.place.row !== undefined &&
  a.place.sheet === b.place.sheet &&
  a.path.length === b.path.length &&
  a.path.every((heading, index) => heading === b.path[index]);

/**
 * Splits a document into passages: along its sections, then by paragraphs, lines, sentences and words, each at most 350 words and 1,800
 * characters. A passage never spans two headings, pages or sheets; rows share one, and it knows which line is which row.
 */
export function splitIntoPassages(sections: Section[]): Passage[] {
  const groups: Section[][] = [];
  for (const section of sections) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && isSameTable(last, section)) group.push(section);
    else groups.push([section]);
  }
  return groups.flatMap((group) => (group[0]?.place.row === undefined ? group.flatMap(splitText) : splitRows(group)));
}
