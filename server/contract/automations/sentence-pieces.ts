import type { AvailableValue } from './available-values.ts';
import { piecesOf } from './values.ts';

/**
 * A piece of a sentence: words, or something that was chosen, which is shown as a chip. `reference` is there if the chip is a value
 * (`step.field`), so that a screen can show its sample. `isMissing`: nothing was chosen yet.
 */
export type SentencePiece =
  | { kind: 'words'; text: string }
  | { kind: 'chip'; text: string; reference?: string; isMissing?: boolean };
/** A muted line below a sentence: what happens otherwise, or after a deadline. */
export type SentenceNote = { kind: 'otherwise' | 'deadline' | 'detail'; text: string };
/** A trigger or a step, as its card says it. */
export type Sentence = { pieces: SentencePiece[]; notes: SentenceNote[] };

/** The most characters of a text that a sentence quotes. */
const QUOTED_MAX = 90;

export const words = (text: string): SentencePiece => ({ kind: 'words', text });
export const chip = (text: string): SentencePiece => ({ kind: 'chip', text });
export const missing = (text: string): SentencePiece => ({ kind: 'chip', text, isMissing: true });

/** Names what every run has as a part of a sentence does: "yesterday’s conversations". Other values have names that people gave. */
const inSentence = ({ reference, label }: AvailableValue) =>
  reference.startsWith('run.') ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** A value by its reference. One that no earlier step has is missing. */
export function valueChip(reference: string, known: readonly AvailableValue[]): SentencePiece {
  const value = known.find((one) => one.reference === reference);
  return value ? { kind: 'chip', text: inSentence(value), reference } : missing('a missing value');
}

/** The first sentence or line of a text, or as much as a card has room for, with its values as chips. */
export function quoted(text: string, known: readonly AvailableValue[]): SentencePiece[] {
  const pieces: SentencePiece[] = [];
  let room = QUOTED_MAX;
  for (const piece of piecesOf(text.trim())) {
    if (piece.kind === 'value') {
      pieces.push(valueChip(piece.reference, known));
      continue;
    }
    const end = /\n|[.!?](?=\s|$)/.exec(piece.text)?.index;
    const part = end === undefined ? piece.text : piece.text.slice(0, end);
    // Cut between words. One that is longer than the room is cut anywhere.
    const space = part.lastIndexOf(' ', room - 1);
    const cut = part.length > room ? `${part.slice(0, space === -1 ? room : space).trimEnd()}…` : part;
    if (cut !== '') pieces.push(words(cut));
    room -= cut.length;
    if (end !== undefined || cut !== part) break;
  }
  return pieces;
}

/** What a text is about, as one chip if it is a value and nothing else. */
export const subjectOf = (text: string, known: readonly AvailableValue[], none: string): SentencePiece[] =>
  text.trim() === '' ? [missing(none)] : quoted(text, known);

/** The sentence as plain text, for titles and for screen readers. */
export const sentenceText = ({ pieces }: Pick<Sentence, 'pieces'>): string => pieces.map(({ text }) => text).join('');
