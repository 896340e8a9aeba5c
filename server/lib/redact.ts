/** A message is cut after this many characters. */
const MAX_LENGTH = 400;
/** What is looked at of a message, in characters. */
const READ_LENGTH = 4_000;
/** Anything shorter would also remove ordinary words. */
const SECRET_MIN_LENGTH = 6;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Long runs of letters and digits are keys or tokens, unless they are ids or words. */
const hideToken = (run: string) => (UUID.test(run) || !/\d/.test(run) || !/[a-z]/i.test(run) ? run : '[token]');
/** PostgreSQL and parsers quote names, which help, and values, which can be anyone's. */
const hideValue = (quoted: string) => (/^"[a-z0-9_./-]*"$/.test(quoted) ? quoted : '"…"');

const RULES: [RegExp, string | ((found: string) => string)][] = [
  // User name and password in a URL, and everything after its path.
  [/:\/\/[^\s/@]{1,300}@/g, '://[secret]@'],
  [/[?#][^\s"'<>)]+/g, '?…'],
  [/\b(?:Bearer|Basic)\s\S+/gi, '[token]'],
  [/\+\d{7,15}\b/g, '[phone]'],
  [/\b(?:sk|pk|rk|whsec|xox[a-z]|gh[a-z])[-_][\w*-]+/g, '[token]'],
  [/[\w-]{24,}/g, hideToken],
  [/"[^"]*"/g, hideValue],
];

const hideEmail = (word: string) => (word.includes('@') && !word.includes('://') ? '[email]' : word);

/**
 * Removes secrets from the message of an error, by rule: these known secrets, credentials and parameters in URLs,
 * tokens, addresses of people, and quoted values. What is left is one line that says what went wrong.
 */
export function createRedaction(secrets: readonly string[]): (message: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= SECRET_MIN_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .toSorted((one, other) => other.length - one.length);
  return (message) => {
    let text = message.slice(0, READ_LENGTH);
    for (const secret of known) text = text.replaceAll(secret, '[secret]');
    for (const [pattern, replacement] of RULES)
      // The two kinds of replacement are overloads of their own.
      text = typeof replacement === 'string' ? text.replace(pattern, replacement) : text.replace(pattern, replacement);
    return text.split(/\s+/).map(hideEmail).join(' ').trim().slice(0, MAX_LENGTH);
  };
}
