import { holdsSecret, maskTokens } from '#server/lib/text/holds-secret.ts';
import type { Value, Values } from '#contract/automations/values.ts';

const MASK = '••••';
/** Names of values that are secret whatever they look like. */
const SECRET_NAME = /pass(?:word|wort|phrase)|secret|token|authorization|api_?key|credential|cookie/i;
const SECRETS = [
  /\b(?:(?:sk|pk|rk|whsec|gh[pos]|github_pat|glpat|xox[abprs]|ya29)[-_.]|AKIA|ASIA|AIza)[-\w]{12,}/g,
  /(?<=\b(?:Bearer|Basic)\s)[\w.~+/=-]{8,}/gi,
  // In addresses and in JSON.
  /(?<=(?:password|secret|token|signature|api_?key|access_?key|auth)["']?\s?[=:]\s?["']?)[^\s"'&,;]{4,}/gi,
  // What programs make up: long, and with letters of both cases and digits. An id such as a UUID isn't.
  /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Za-z0-9_-]{32,}(?![\w-])/g,
];

/** A text without what looks like a password, a key or a card number. */
export function maskSecrets(text: string): string {
  const masked = SECRETS.reduce((left, secret) => left.replaceAll(secret, MASK), maskTokens(text, MASK));
  if (!holdsSecret(masked)) return masked;
  return masked
    .split('\n')
    .map((line) => (holdsSecret(line) ? MASK : line))
    .join('\n');
}

function maskValue(value: Value): Value {
  if (typeof value === 'string') return maskSecrets(value);
  return Array.isArray(value) ? value.map(maskSecrets) : value;
}

/** Values as a screen may show them. */
export const maskValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, SECRET_NAME.test(name) ? MASK : maskValue(value)]),
  );
