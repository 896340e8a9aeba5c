import { randomUUID } from 'node:crypto';
import { citationOf, FACTS_MAX, STATEMENT_MAX, SUBJECT_MAX, type FactKind } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import { addFacts, type NewFact } from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { listRelatedFacts, type RelatedFact } from '#db/queries/brain/learning.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { readBrainCommand } from './brain-command.ts';
import type { FactChanges } from './fact-changes.ts';
import type { Learning, Told } from './learning.ts';
import { holdsSecret } from './secrets.ts';

/** The owner waits for their answer meanwhile. Without the model, what they said is remembered word for word. In milliseconds. */
const READING_MS = 8_000;
const CANDIDATES_MAX = 10;
/** This share of the words that name a fact has to be in it. */
const FITTING_SHARE = 0.6;

/** What was done: a sentence for the assistant to pass on, and the facts that are new. */
export type Obeyed = { note: string; added: FactRow[]; forgotten: FactId[] };

const KINDS: readonly [FactKind, RegExp][] = [
  ['product', /[$€£]\s?\d|\d\s?(?:[$€£]|eur|usd|dollars?|euros?)|\b(?:price|cost)s?\b/i],
  ['people', /\b(?:open|close[sd]?|hours|monday|tuesday|wednesday|thursday|friday|saturday|sunday|[ap]m)\b/i],
  ['voice', /\b(?:say|words?|tone|write|sound|call us)\b/i],
  ['customer', /\b(?:customers?|clients?|buyers?|audience)\b/i],
  ['date', /\b(?:goal|deadline|until|by (?:the )?\w+ \d|launch|sale)\b/i],
];
const kindOf = (text: string): FactKind => KINDS.find(([, words]) => words.test(text))?.[0] ?? 'policy';

function toSentence(text: string): string {
  const sentence = cutAtWord(text.replaceAll(/\s+/g, ' ').trim(), STATEMENT_MAX - 1);
  const begun = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  return /[.!…]$/.test(begun) ? begun : `${begun}.`;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}$€£]{3,}|\d+/gu));

/** The facts that the words fit best; several if they fit equally well. */
function bestFits(text: string, known: readonly RelatedFact[]): RelatedFact[] {
  const wanted = wordsOf(text);
  const shares = known.map((fact) => {
    const words = wordsOf(`${fact.subject} ${fact.statement}`);
    return { fact, share: wanted.size === 0 ? 0 : [...wanted].filter((word) => words.has(word)).length / wanted.size };
  });
  const best = Math.max(0, ...shares.map(({ share }) => share));
  return best < FITTING_SHARE ? [] : shares.filter(({ share }) => share === best).map(({ fact }) => fact);
}

const quoted = ({ number, statement }: { number: number; statement: string }) => `${statement} ${citationOf(number)}`;

type Dependencies = {
  db: Db;
  clock: Clock;
  learnFrom: Learning['learnFrom'];
  forget: FactChanges['forget'];
  log: Log;
};

/** Does what "Remember that ..." and "Forget ..." ask for, before the answer is written. */
export function createCommandObeyer({ db, clock, learnFrom, forget, log }: Dependencies) {
  /** As the model understands it; if it finds nothing, or fails, word for word. */
  async function remember(userId: UserId, text: string, told: Told): Promise<FactRow[]> {
    try {
      const added = await learnFrom(userId, told, AbortSignal.timeout(READING_MS));
      if (added.length > 0) return added;
    } catch (error) {
      log.warn({ event: 'command not read', err: error }, 'remembered word for word: the model could not read it');
    }
    const statement = toSentence(text);
    const known = await listRelatedFacts(db, userId, statement, CANDIDATES_MAX);
    const same = known.find((fact) => fact.statement === statement);
    if (same) return findFacts(db, userId, [same.id]);
    const id = randomUUID();
    const fact: NewFact = {
      id,
      kind: kindOf(statement),
      subject: cutAtWord(statement.replace(/\.$/, ''), SUBJECT_MAX),
      value: '',
      statement,
      state: 'confirmed',
      source: 'message',
      quote: cutAtWord(told.question, STATEMENT_MAX),
      question: '',
      assistantId: told.assistantId,
      conversationId: told.conversationId,
      messageId: told.questionId,
      learnedAt: await clock.now(),
      validFrom: null,
      validUntil: null,
    };
    await inTransaction(db, (trx) => addFacts(trx, userId, [fact], FACTS_MAX));
    return findFacts(db, userId, [id]);
  }

  /** Null if the message has no such command. */
  return async (userId: UserId, told: Told): Promise<Obeyed | null> => {
    const command = readBrainCommand(told.question);
    if (command === null) return null;
    const { kind, text } = command;
    const nothing = { added: [], forgotten: [] };
    if (kind === 'remember') {
      if (told.isUnwanted)
        return { ...nothing, note: 'Not remembered: this chat is private, or learning is switched off.' };
      if (holdsSecret(text))
        return { ...nothing, note: 'Not remembered: it looks like a password, key or card number.' };
      const added = await remember(userId, text, told);
      if (added.length === 0) return { ...nothing, note: 'Not remembered: the Brain is full.' };
      return { added, forgotten: [], note: `Remembered: ${added.map(quoted).join(' ')}` };
    }
    const fits = bestFits(text, await listRelatedFacts(db, userId, text, CANDIDATES_MAX));
    const [fact, ...others] = fits;
    if (!fact) return { ...nothing, note: 'Nothing was forgotten: the Brain has no such fact.' };
    if (others.length > 0)
      return { ...nothing, note: `Nothing was forgotten yet. Ask which one is meant: ${fits.map(quoted).join(' ')}` };
    await forget(userId, fact.id);
    return {
      added: [],
      forgotten: [fact.id],
      note: `Forgotten: ${fact.statement} The owner can bring it back on the Brain page.`,
    };
  };
}
