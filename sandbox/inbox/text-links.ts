type TextPiece = { text: string; isLink: boolean };

const address = /https?:\/\/[^\s<>"'`]+/gi;
// A full stop after an address ends the sentence; it is no part of the address.
const trailing = /[.,;:!?)\]}]+$/;

/** The text cut into plain pieces and http(s) addresses. Joined again it is the text. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(trailing, '');
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

/** A one-time code: six to eight digits that stand alone, outside of any address. */
export function codeIn(text: string): string | null {
  const prose = splitLinks(text)
    .map((piece) => (piece.isLink ? ' ' : piece.text))
    .join('');
  return /(?<![\w.,-])\d{6,8}(?![\w-])/.exec(prose)?.[0] ?? null;
}
