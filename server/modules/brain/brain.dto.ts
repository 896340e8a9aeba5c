import { LIVE_FACT_STATES, type FactKind, type FactState } from '#contract/brain/brain.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { FactRow } from '#db/queries/brain/facts.ts';

export type FactDto = {
  id: string;
  /** How answers cite it: `citationOf(number)`. */
  number: number;
  kind: FactKind;
  subject: string;
  /** What it says about its subject in short, or empty. */
  value: string;
  statement: string;
  state: FactState;
  /** `conversationId` is null if it wasn't said in a conversation, or that is gone. */
  source: {
    kind: 'typed' | 'message';
    assistantId: AssistantId | null;
    conversationId: string | null;
    messageId: string | null;
  };
  /** The words of the source that say so, or empty. */
  quote: string;
  learnedAt: string;
  /** Days, as YYYY-MM-DD, where the source gives them. */
  validFrom: string | null;
  validUntil: string | null;
  isPinned: boolean;
  /** The newest fact whose place this one took; it can be brought back. */
  replaced: { id: string; statement: string; value: string } | null;
};

/** Facts that disagree, the newest first. */
export type ConflictDto = { id: string; question: string; facts: FactDto[] };

export function toFact(row: FactRow): FactDto {
  const { id, number, kind, subject, value, statement, state, quote, validFrom, validUntil, isPinned, replaced } = row;
  return {
    id,
    number,
    kind,
    subject,
    value,
    statement,
    state,
    source: {
      kind: row.source,
      assistantId: row.assistantId as AssistantId | null, // reason: copied from a conversation
      conversationId: row.conversationId,
      messageId: row.messageId,
    },
    quote,
    learnedAt: row.learnedAt.toISOString(),
    validFrom,
    validUntil,
    // A replaced or forgotten fact keeps its pin for when it is brought back.
    isPinned: isPinned && LIVE_FACT_STATES.some((live) => live === state),
    replaced,
  };
}

/** Conflicts with more than one fact; those of each in the order given. */
export function toConflicts(rows: FactRow[]): ConflictDto[] {
  const groups = Map.groupBy(rows, ({ conflictId }) => conflictId ?? '');
  const conflicts = [...groups].filter(([, facts]) => facts.length > 1);
  return conflicts.map(([id, facts]) => ({
    id,
    question: facts.find(({ question }) => question !== '')?.question ?? `What’s right about “${facts[0]?.subject}”?`,
    facts: facts.map(toFact),
  }));
}
