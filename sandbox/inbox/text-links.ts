import { trimEnd } from '#server/lib/text/trim.ts';

type TextPiece = { text: string; isLink: boolean };

const address = /https?:\/\/[^\s<>"'`]+/gi;
// A period after a URL ends the sentence and isn't part of the URL.
const TRAILING = /[.,;:!?)\]}]/;

/** Splits the text into plain pieces and http(s) URLs. Joined again, they are the text. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const url = trimEnd(match[0], TRAILING);
    if (!URL.canParse(url)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isLink: false });
    pieces.push({ text: url, isLink: true });
    end = match.index + url.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isLink: false });
  return pieces;
}

export function linksIn(text: string): string[] {
  return [...new Set(splitLinks(text).flatMap((piece) => (piece.isLink ? [piece.text] : [])))];
}

/** A one-time code: six to eight digits that stand alone, outside of any URL. */
export function codeIn(text: string): string | null {
  const prose = splitLinks(text)
    .map((piece) => (piece.isLink ? ' ' : piece.text))
    .join('');
  return /(?<![\w.,-])\d{6,8}(?![\w-])/.exec(prose)?.[0] ?? null;
}
