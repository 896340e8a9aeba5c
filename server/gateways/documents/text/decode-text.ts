import { visibleText } from '#server/lib/text/visible-text.ts';
import { guessEncoding, guessUtf16 } from './guess-encoding.ts';

/** Control characters that no text has, beside tab, line ends, form feed and the end-of-file mark of old editors. */
// oxlint-disable-next-line no-control-regex -- reason: these characters are what it looks for
const CONTROLS = /[\u0000-\u0008\u000e-\u0019\u001c-\u001f]/g;
/** A text may have one stray control character in this many. */
const CHARACTERS_PER_CONTROL = 500;

const startsWith = (bytes: Uint8Array, mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/** Damaged characters that a text in UTF-8 may have for each proper one beyond ASCII, before it counts as another encoding. */
const DAMAGE_MAX = 0.1;
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** ISO-2022-JP, which old Japanese programs write: it changes its alphabet with an escape character. */
const isJapaneseMail = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').includes('\u001b$B');

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  const wide = guessUtf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (isJapaneseMail(bytes)) return new TextDecoder('iso-2022-jp').decode(bytes);
  // As a stream, a character that is cut off at the end doesn't count.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  const damaged = countOf(text, /\ufffd/g);
  if (damaged <= countOf(text, /[^\p{ASCII}\ufffd]/gu) * DAMAGE_MAX) return text;
  return new TextDecoder(guessEncoding(bytes)).decode(bytes);
}

/** The text in these bytes, or null if they aren't text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  const controls = countOf(text, CONTROLS);
  return text.includes('\u0000') || controls > text.length / CHARACTERS_PER_CONTROL ? null : text;
}

/**
 * More combining marks on one letter than any language uses. Normalizing sorts the marks of a letter, which takes
 * quadratic time. Source: the Stream-Safe Text Format of UAX #15.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * A text as it is stored: what nobody sees is removed, lines end in `\n`, runs of spaces become one, and
 * paragraphs are separated by one empty line.
 */
export function cleanText(text: string): string {
  const printed = text
    .replaceAll(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    // Ligatures and the forms that Arabic letters take in print.
    .replaceAll(/[\ufb00-\ufdff\ufe70-\ufefc]/g, (letter) => letter.normalize('NFKC'))
    .replaceAll(/\r\n?|[\u0085\u2028\u2029\f\v]/g, '\n');
  return visibleText(printed)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text on one line. */
export const oneLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ');
