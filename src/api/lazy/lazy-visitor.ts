import type { askAsVisitor } from '../visitor-client.ts';

/** Asks as a visitor. The client loads with the first question. */
export const askVisitor: typeof askAsVisitor = async (question, options) =>
  (await import('../visitor-client.ts')).askAsVisitor(question, options);
