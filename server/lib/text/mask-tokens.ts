/** How a token begins (RFC 7519), wherever it stands in a word, such as behind a hyphen. */
const HEAD = /(?<![A-Za-z0-9])eyJ(?=[\w-]{8})/;
const PAYLOAD_MIN = 8;

function maskInWord(word: string, mask: string): string {
  const parts = word.split('.');
  const masked: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [head = '', payload = '', signature] = parts.slice(index, index + 3);
    const start = payload.length >= PAYLOAD_MIN && signature !== undefined ? head.search(HEAD) : -1;
    if (start === -1) masked.push(head);
    else {
      masked.push(head.slice(0, start) + mask);
      index += 2;
    }
  }
  return masked.join('.');
}

/** A text with a mask for each JSON Web Token in it. Word by word: one pattern for all of it would start again at each `eyJ`. */
export const maskTokens = (text: string, mask: string): string =>
  text.replaceAll(/[\w.-]+/g, (word) => maskInWord(word, mask));
