import { isMonthly, type UsageKind } from './limits.ts';

/** The one table of names for what is counted, singular and plural. */
const NOUNS: Record<UsageKind, [one: string, many: string]> = {
  messages: ['message', 'messages'],
  exports: ['export', 'exports'],
  templates: ['template', 'templates'],
  automations: ['active automation', 'active automations'],
  integrations: ['connected integration', 'connected integrations'],
};

/** `message`, `messages`. */
export function usageNoun(kind: UsageKind, amount: number): string {
  return NOUNS[kind][amount === 1 ? 0 : 1];
}

/** `messages this month`: what a limit limits, for use in a sentence. */
export function periodNoun(kind: UsageKind): string {
  return isMonthly(kind) ? `${NOUNS[kind][1]} this month` : NOUNS[kind][1];
}

/** `Messages`, as a heading. */
export function kindName(kind: UsageKind): string {
  const many = NOUNS[kind][1];
  return `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
}

/** `Messages a month`: a limit, as a heading. */
export function limitName(kind: UsageKind): string {
  return isMonthly(kind) ? `${kindName(kind)} a month` : kindName(kind);
}
