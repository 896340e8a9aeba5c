/** The faults that writing `[sandbox: name]` in the last question triggers. See docs/sandbox.md. */
export const FAULTS = [
  '401',
  '403',
  '429',
  '429-2',
  '429-date',
  '429-3600',
  'quota',
  'credit',
  '500',
  'html503',
  'json200',
  'quota200',
  'empty',
  'garbage',
  'halfjson',
  'hangup',
  'reset',
  'silence',
  'silence-before',
  'drip',
  'flood',
  'flood-lines',
  'slow',
  'long',
] as const;
export type Fault = (typeof FAULTS)[number];

export function faultIn(question: string): Fault | null {
  const name = /\[sandbox:\s*([a-z0-9-]+)\s*\]/i.exec(question)?.[1]?.toLowerCase();
  return FAULTS.find((fault) => fault === name) ?? null;
}
