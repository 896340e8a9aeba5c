import { UnreadableAnswer } from '#server/prompts/model-task.ts';
import type { FactsAskedFor, FoundFact, FoundFacts } from '#server/prompts/found-facts.ts';

/** Maximum number of requests per text, and of facts taken from it. */
const REQUESTS_MAX = 6;
const FACTS_PER_TEXT = 120;
/** How many facts to ask for after an answer was cut off or malformed. */
const FEW_FACTS = 8;

/** What was found in a text. It isn’t complete if some of it couldn’t be read. */
export type Extraction<Fact> = { facts: Fact[]; isComplete: boolean };
/** `hasDropped`: some findings can't be kept, not even after asking again. */
export type CheckedExtraction<Fact> = Extraction<Fact> & { hasDropped: boolean };

type Asking<Fact> = {
  /** Null if today's budget is spent. */
  ask: (asked: FactsAskedFor) => Promise<FoundFacts | null>;
  /** The model may do better on `refused` facts when asked again; `hasDropped` says that others can never be kept. */
  accept: (facts: FoundFact[]) => { accepted: Fact[]; refused: readonly FoundFact[]; hasDropped?: boolean };
  statementOf: (fact: Fact) => string;
  /** The most facts that one answer should list. */
  factsMax: number;
};

const madeUp = (facts: readonly FoundFact[]) =>
  `These have numbers or quotes that the text doesn’t give. Copy both from it, or leave the fact out: ${facts.map(({ statement }) => statement).join(' ')}`;

/**
 * Asks for the facts in a text, in parts if there are many. An answer that can't be used is asked for once in another
 * way: with fewer facts, and with what was wrong. Throws UnreadableAnswer if nothing was readable either way.
 */
export async function askForFacts<Fact>({
  ask,
  accept,
  statementOf,
  factsMax,
}: Asking<Fact>): Promise<CheckedExtraction<Fact> | 'over budget'> {
  const facts: Fact[] = [];
  let isRetry = false;
  let hasDropped = false;
  let asked: FactsAskedFor = { factsMax, alreadyFound: [], problem: null };
  for (let requests = 0; requests < REQUESTS_MAX && facts.length < FACTS_PER_TEXT; requests += 1) {
    let found: FoundFacts | null;
    try {
      found = await ask(asked);
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      if (isRetry && facts.length === 0) throw error;
      if (isRetry) return { facts, isComplete: false, hasDropped };
      isRetry = true;
      asked = { ...asked, factsMax: FEW_FACTS, problem: error.message };
      continue;
    }
    if (found === null) return 'over budget';
    const { accepted, refused, hasDropped: hasUnusable = false } = accept(found.facts);
    facts.push(...accepted);
    hasDropped ||= hasUnusable || (refused.length > 0 && isRetry);
    const alreadyFound = facts.map(statementOf);
    // If the model doesn't say whether there is more, a full answer means that there is.
    const hasMore = found.hasMore ?? found.facts.length === asked.factsMax;
    if (refused.length > 0 && !isRetry) {
      isRetry = true;
      asked = { ...asked, alreadyFound, problem: madeUp(refused) };
    } else if (!hasMore || accepted.length === 0) return { facts, isComplete: found.hasMore !== true, hasDropped };
    else asked = { ...asked, alreadyFound, problem: null };
  }
  return { facts, isComplete: false, hasDropped };
}
