/** A message is cut after this many characters. */
const MAX_LENGTH = 400;
/** What is looked at of a message, in characters. */
const READ_LENGTH = 4_000;
/** Anything shorter would also remove ordinary words. */
const SECRET_MIN_LENGTH = 6;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What a run of characters consists of: a token in base64, a path, or a name with its value. */
const PART_ENDS = /[+/=]/;
/** PostgreSQL and parsers quote names, which help, and values, which can be anyone's. */
const hideValue = (quoted: string) => (/^"[a-z0-9_./-]*"$/.test(quoted) ? quoted : '"…"');

/** The parser of JSON quotes what it was given, with the quotes in it, so nobody can tell where that ends. */
const PARSER = /is not valid JSON|Unexpected token/;
const withoutParsed = (text: string) =>
  PARSER.test(text) && text.includes('"') ? `${text.split('"', 1)[0]}"…"` : text;

type Rule = [RegExp, string | ((found: string) => string)];
const RULES: Rule[] = [
  // User name and password in a URL, and everything after its path.
  [/:\/\/[^\s/@]{1,300}@/g, '://[secret]@'],
  [/[?#][^\s"'<>)]+/g, '?…'],
  [/\b(?:Bearer|Basic)\s\S+/gi, '[token]'],
  [/\+\d{7,15}\b/g, '[phone]'],
  [/\b(?:sk|pk|rk|whsec|xox[a-z]|gh[a-z])[-_][\w*-]+/g, '[token]'],
  [/"[^"]*"/g, hideValue],
];
const TOKEN = /[\w+/=-]{24,}/g;

const hasAt = (part: string) => part.includes('@') || /%40/.test(part);
/** A URL stays, apart from the parts of its path that are addresses. Its user and password are gone already. */
function hideEmail(word: string): string {
  if (!hasAt(word)) return word;
  const scheme = word.indexOf('://');
  if (scheme === -1 || hasAt(word.slice(0, scheme))) return '[email]';
  const path = word.indexOf('/', scheme + 3);
  if (path === -1) return word;
  const parts = word.slice(path).split('/');
  return word.slice(0, path) + parts.map((part) => (hasAt(part) ? '[email]' : part)).join('/');
}

/** From the configuration: `secrets`, which are never logged, and `names`, which look like tokens but aren't. */
export type Known = { secrets: readonly string[]; names: readonly string[] };

/**
 * Removes secrets from the message of an error, by rule: the known ones, credentials and parameters in URLs, tokens,
 * addresses of people, and quoted values. What is left is one line that says what went wrong. `known` may grow.
 */
export function createRedaction(known: Known): (message: string) => string {
  const isHarmless = (part: string) =>
    UUID.test(part) || !/\d/.test(part) || !/[a-z]/i.test(part) || known.names.some((name) => name.includes(part));
  /** Long runs of letters and digits are keys or tokens, unless they are ids, words or known names. */
  const hideToken = (run: string) => (run.split(PART_ENDS).every(isHarmless) ? run : '[token]');
  return (message) => {
    const secrets = known.secrets
      .filter((secret) => secret.length >= SECRET_MIN_LENGTH)
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .toSorted((one, other) => other.length - one.length);
    let text = message.slice(0, READ_LENGTH);
    for (const secret of secrets) text = text.replaceAll(secret, '[secret]');
    text = withoutParsed(text);
    for (const [pattern, replacement] of [...RULES, [TOKEN, hideToken] satisfies Rule])
      // The two kinds of replacement are overloads of their own.
      text = typeof replacement === 'string' ? text.replace(pattern, replacement) : text.replace(pattern, replacement);
    return text.split(/\s+/).map(hideEmail).join(' ').trim().slice(0, MAX_LENGTH);
  };
}
