import { FACTS_MAX, SUBJECT_MAX } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import { addFacts, type NewFact } from '#db/queries/brain/add-facts.ts';
import type { UserId } from '#db/types.gen.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { Embedder } from './meaning/embedder.ts';

type Suggestion = { id: string; automationId: string; statement: string; chain: readonly string[]; now: Date };

/**
 * Adds a fact that an automation has written, as a suggestion, in the transaction of its step. Returns false if there
 * is no room; the same id again changes nothing. `chain` are the automations that led to it, this one included.
 */
export const createFactSuggester =
  ({ embedder }: { embedder: Pick<Embedder, 'embedLater'> }) =>
  async (trx: Db, userId: UserId, { id, automationId, statement, chain, now }: Suggestion): Promise<boolean> => {
    const fact: NewFact = {
      id,
      // A default: the owner reviews the suggestion before it counts, and can change what it is about.
      kind: 'policy',
      statement,
      subject: cutAtWord(statement, SUBJECT_MAX),
      attribute: '',
      value: '',
      quantity: null,
      unit: '',
      state: 'suggested',
      source: 'automation',
      automationId,
      quote: '',
      question: '',
      assistantId: null,
      conversationId: null,
      messageId: null,
      learnedAt: now,
      validFrom: null,
      validUntil: null,
    };
    const added = await addFacts(trx, userId, [fact], FACTS_MAX, chain);
    if (added === null) return false;
    await embedder.embedLater(trx, userId);
    return true;
  };
