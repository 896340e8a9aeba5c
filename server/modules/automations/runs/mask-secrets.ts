import type { Value, Values } from '#contract/automations/values.ts';
import { maskProgramSecrets } from '#server/lib/text/holds-secret.ts';

const MASK = '••••';
/** Names of values that are secret whatever they look like. */
const SECRET_NAME = /pass(?:word|wort|phrase)|secret|token|authorization|api_?key|credential|cookie/i;

/** A text without what looks like a password, a key or a card number. */
export const maskSecrets = (text: string): string => maskProgramSecrets(text, MASK);

function maskValue(value: Value): Value {
  if (typeof value === 'string') return maskSecrets(value);
  return Array.isArray(value) ? value.map(maskSecrets) : value;
}

/** Values as a screen may show them. */
export const maskValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, SECRET_NAME.test(name) ? MASK : maskValue(value)]),
  );
