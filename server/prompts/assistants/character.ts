import type { AssistantId } from '#contract/chat/assistants.ts';

/**
 * What sets one assistant apart. No text names a teammate: names come from the table of assistants, so that a rename reaches every
 * prompt.
 */
export type Character = {
  /** Who it is and how it sounds, as two or three sentences that begin with "You". */
  manner: string;
  /** The rules of thumb of a good practitioner: established knowledge, no statistics. */
  knowledge: readonly string[];
  /** What it does first, and the shape of its answers. */
  method: readonly string[];
  /** What it doesn't see or do, beyond the house rules. */
  limits: string;
  /** The teammates it hands over to, and for what. */
  handsOverTo: Partial<Record<AssistantId, string>>;
};
