/** Keys of well-known services, private keys, and passwords that are named as such. */
const SECRETS = [
  /\b(?:(?:sk|pk|rk|whsec|gh[pos]|github_pat|glpat|xox[abprs]|ya29)[-_.](?=[-\w]{0,60}\d)|AKIA|ASIA|AIza)[-\w]{12,200}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:api[ -]?key|secret[ -]?key|access[ -]?token)\b\W{0,3}(?:is|ist|es|est)?\s{0,3}\S{0,40}\d/i,
  /\bpin(?: code| number)?\b\W{0,3}(?:is|ist|es|est)?\s{0,3}\d{4,8}(?!\d)/i,
  /\b(?:pass ?word|passwort|kennwort|passphrase|pw|pwd|contraseña|senha|mot de passe)\b\s{0,3}(?:is|ist|es|est|é|[:=])/i,
  /\b(?:password|passwort|kennwort|passphrase|pw|pwd)\b\W{1,3}\S{0,40}\d/i,
  /\b\d{3}-\d{2}-\d{4}\b/,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b/,
];

/** How a token begins (RFC 7519), wherever it stands in a word, such as behind a hyphen. */
const TOKEN_HEAD = /(?<![A-Za-z0-9])eyJ(?=[\w-]{8})/;
const PAYLOAD_MIN = 8;

function maskInWord(word: string, mask: string): string {
  const parts = word.split('.');
  const masked: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [head = '', payload = '', signature] = parts.slice(index, index + 3);
    const start = payload.length >= PAYLOAD_MIN && signature !== undefined ? head.search(TOKEN_HEAD) : -1;
    if (start === -1) masked.push(head);
    else {
      masked.push(head.slice(0, start) + mask);
      index += 2;
    }
  }
  return masked.join('.');
}

/**
 * A text with a mask for each JSON Web Token in it. Word by word: one pattern for all of it would start again at each
 * `eyJ`.
 */
export const maskTokens = (text: string, mask: string): string =>
  text.replaceAll(/[\w.-]+/g, (word) => maskInWord(word, mask));

/** Whether the digits have the check digit that payment cards have (Luhn, ISO/IEC 7812). */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Whether a text holds something that must not be remembered: a password, a key, a token, a card, account or social
 * security number.
 */
export function holdsSecret(text: string): boolean {
  const cards = text.match(/\b\d(?:[ -]?\d){12,18}\b/g) ?? [];
  if (cards.some((card) => isCardNumber(card.replaceAll(/\D/g, '')))) return true;
  return maskTokens(text, '') !== text || SECRETS.some((secret) => secret.test(text));
}
