import type { Secret, Span } from './plain-spelling.ts';

/** How services' keys begin. They have a digit, which sets them apart from words. */
const PREFIXED: readonly RegExp[] = [
  /(?<![a-z0-9])(?:sk|pk|rk|whsec|gh[opsur]|github_pat|glpat|xox[abeprs]|xapp|ya29|gocspx|shp(?:at|ca|pa|ss|ua)|sq0(?:atp|csp|idp)|xkeysib|xsmtpsib|dop_v1|sbp|ntn|lin_api|amzn|pat-[a-z]{2}\d)[-_.][-\w.]{12,300}/gi,
  // Other services' beginnings are everyday words: what follows has to be long, and one piece.
  /(?<![a-z0-9])(?:key|live|test|secret|c[ks]|npm|hf|pat|figd|token)[-_][a-z0-9]{24,200}/gi,
];
const SHAPES: readonly RegExp[] = [
  /(?<![a-z0-9])SG\.[-\w]{8,80}(?:\.[-\w]{8,100})?/g,
  /(?<![a-z0-9])[0-9a-z]{20,40}-us\d{1,2}(?![0-9a-z])/gi,
  /(?<![a-z0-9])EAA[a-z0-9]{20,400}/gi,
  /(?<![a-z0-9])(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,20}/g,
  /(?<![a-z0-9])AIza[-\w]{12,60}/g,
  /(?<![a-z0-9])(?:AC|SK)[0-9a-f]{32}(?![0-9a-z])/g,
  /(?<![a-z0-9])\d{8,10}:[-\w]{30,50}/gi,
  // Without its end, the rest of the text belongs to it.
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[^])*(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
];

/** What only programs write. In a message, a long id in an address looks the same. */
const PROGRAM_SHAPES: readonly RegExp[] = [
  /(?<=\b(?:Bearer|Basic)\s)[\w.~+/=-]{8,}/gi,
  // In addresses and in JSON.
  /(?<=(?:password|secret|token|signature|api_?key|access_?key|auth)["']?\s?[=:]\s?["']?)[^\s"'&,;]{4,}/gi,
  // Long, and with letters of both cases and digits. An id such as a UUID isn't.
  /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Za-z0-9_-]{32,}(?![\w-])/g,
];

/** How a token begins (RFC 7519), wherever it stands in a word, such as behind a hyphen. */
const TOKEN_HEAD = /(?<![A-Za-z0-9])eyJ(?=[\w-]{8})/;
const PAYLOAD_MIN = 8;

/** JSON Web Tokens, word by word: a single pattern for the whole text would restart at each `eyJ`. */
function findTokens(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: word, index: at } of text.matchAll(/[\w.-]+/g)) {
    const parts = word.split('.');
    for (let index = 0, start = at; index < parts.length; index += 1) {
      const [head = '', payload = '', signature] = parts.slice(index, index + 3);
      const inHead = payload.length >= PAYLOAD_MIN && signature !== undefined ? head.search(TOKEN_HEAD) : -1;
      const length = head.length + (inHead === -1 ? 0 : payload.length + (signature?.length ?? 0) + 2);
      if (inHead !== -1) {
        found.push({ start: start + inHead, end: start + length });
        index += 2;
      }
      start += length + 1;
    }
  }
  return found;
}

const ADDRESS = /(?<![a-z0-9])[a-z][a-z0-9+]{1,14}:\/\/[^\s"'<>()]{4,2000}/gi;
const HOOK = /^[a-z]+:\/\/(?:[\w-]{1,60}\.){0,4}(?:hooks?|webhooks?)\.|[./](?:web)?hooks?\//i;
const PARTS = /[-\w]{10,200}/g;
const hasDigit = (text: string) => /\d/.test(text);
const WITH_PASSWORD = /^[a-z0-9+]+:\/\/[^/@\s:]{0,100}:[^/@\s]{1,200}@/i;
const IN_QUERY =
  /(?<=[?&#;](?:access_|auth_|api_?|reset_|invite_|login_|secret_|client_)?(?:token|key|secret|sig|signature|auth|password|pwd|passcode|otp)=)[^&#;\s]{6,2000}/gi;

/** URLs that give access to anyone who has them: webhooks, and those with a password or token. */
function findAddresses(text: string): Span[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: address, index }) => {
    const path = address.replace(/^[a-z0-9+]+:\/\/[^/]*/i, '');
    const isHook = HOOK.test(address) && (path.match(PARTS) ?? []).some(hasDigit);
    if (isHook || WITH_PASSWORD.test(address)) return [{ start: index, end: index + address.length }];
    return [...address.matchAll(IN_QUERY)]
      .filter(({ 0: value }) => hasDigit(value))
      .map(({ 0: value, index: at }) => ({ start: index + at, end: index + at + value.length }));
  });
}

const findAll = (text: string, patterns: readonly RegExp[]): Span[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  );

const asKeys = (spans: readonly Span[]): Secret[] => spans.map((span) => ({ ...span, kind: 'key' }));

/** Keys and tokens of services, private keys, and addresses that hold one. */
export const findKeys = (text: string): Secret[] =>
  asKeys([
    ...findAll(text, PREFIXED).filter(({ start, end }) => hasDigit(text.slice(start, end))),
    ...findAll(text, SHAPES),
    ...findTokens(text),
    ...findAddresses(text),
  ]);

/** What looks like a secret among the values of programs, such as headers and JSON. */
export const findProgramSecrets = (text: string): Secret[] => asKeys(findAll(text, PROGRAM_SHAPES));
