import { citationOf, QUOTE_MAX, STATEMENT_MAX, SUBJECT_MAX, VALUE_MAX, type FactKind } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import { endLoneConflicts, forgetFacts, lockFacts } from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { finishLearning, listRelatedFacts } from '#db/queries/brain/learning.ts';
import { noteCommand } from '#db/queries/chat/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { readBrainCommand, type BrainCommand } from './brain-command.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { preferenceOrigin, type Extraction, type Learning, type SourceMessage } from '../learning/learning.ts';
import { keepPreferences } from '../preferences/learned-preferences.ts';
import type { FoundFact } from '../placement/resolve-facts.ts';
import { findMeant } from './meant-fact.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';

/** The owner waits for their answer meanwhile. Without the model, what they said is remembered word for word. In milliseconds. */
const READING_MS = 8_000;
const CANDIDATES_MAX = 10;

/** What was done: a sentence for the assistant to pass on, and the facts that it cites. */
export type CommandResult = { note: string; cited: FactId[] };

const MONEY = /[$€£]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:[$€£]|euros?\b|eur\b|usd\b|dollars?\b|pounds?\b)/i;
const KINDS: readonly [FactKind, RegExp][] = [
  ['product', MONEY],
  ['product', /\b(?:price|cost)s?\b/i],
  ['people', /\b(?:open|close[sd]?|hours|monday|tuesday|wednesday|thursday|friday|saturday|sunday|[ap]m)\b/i],
  ['voice', /\b(?:say|words?|tone|write|sound|call us)\b/i],
  ['customer', /\b(?:customers?|clients?|buyers?|audience)\b/i],
  ['date', /\b(?:goal|deadline|until|by (?:the )?\w+ \d|launch|sale)\b/i],
];
const kindOf = (text: string): FactKind => KINDS.find(([, words]) => words.test(text))?.[0] ?? 'policy';

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
function toSentence(text: string): string {
  const sentence = cutAtWord(onOneLine(text), STATEMENT_MAX - 1);
  const begun = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  return /[.!…]$/.test(begun) ? begun : `${begun}.`;
}

/** A fact in the owner's words. Its amount is kept apart, so that another one for the same thing takes its place. */
function wordForWord(text: string): ExtractedFact {
  const statement = toSentence(text);
  const amount = MONEY.exec(statement)?.[0] ?? '';
  return {
    statement,
    subject: cutAtWord(onOneLine(statement.replace(amount, '').replace(/[.!]$/, '')) || statement, SUBJECT_MAX),
    attribute: '',
    value: cutAtWord(amount, VALUE_MAX),
    quantity: null,
    unit: '',
    kind: kindOf(statement),
    quote: cutAtWord(text, QUOTE_MAX),
    question: '',
    validFrom: null,
    validUntil: null,
    isLasting: true,
    isAboutBusiness: true,
    relation: 'new',
    relatedTo: null,
    prompt: '',
  };
}

const cite = ({ number, statement }: { number: number; statement: string }) =>
  `${statement} ${citationOf('fact', number)}`;
function describeAdded(facts: readonly FactRow[]): string {
  const disputed = facts.some(({ isDisputed }) => isDisputed)
    ? ' It disagrees with what was known, so it isn’t relied on until the owner settles that on the Brain page.'
    : '';
  const replaced = facts.flatMap((fact) => fact.replaced?.statement ?? []);
  const instead = replaced.length > 0 ? ` It takes the place of: ${replaced.join(' ')}` : '';
  return `Remembered: ${facts.map(cite).join(' ')}${instead}${disputed}`;
}

type Dependencies = {
  db: Db;
  clock: Clock;
  learning: Pick<Learning, 'extract' | 'fromMessage' | 'addAll'>;
  log: Log;
};

/** Does what "Remember that ..." and "Forget ..." ask for, once per question, and records it with the turn in the same transaction. */
export function createCommandRunner({ db, clock, learning, log }: Dependencies) {
  /** Null if the model couldn't read it. */
  async function tryExtract(userId: UserId, message: SourceMessage, signal: AbortSignal): Promise<Extraction | null> {
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(READING_MS)]);
      const found = await learning.extract(userId, message, limited);
      return found === 'over budget' ? null : found;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ event: 'command not read', err: error }, 'remembered word for word: the model could not read it');
      return null;
    }
  }

  /** As the model understands it. What it doesn't call lasting is not kept; if it can't be read, it is kept word for word. */
  async function remember(trx: Db, userId: UserId, facts: readonly FoundFact[], now: Date): Promise<CommandResult> {
    const placed = await learning.addAll(trx, userId, facts, { now });
    const idsOf = (wanted: 'added' | 'known') => placed.flatMap((one) => (one.outcome === wanted ? [one.factId] : []));
    const [added, known] = [idsOf('added'), idsOf('known')];
    if (added.length > 0) return { note: describeAdded(await findFacts(trx, userId, added)), cited: added };
    if (known.length > 0) {
      const found = await findFacts(trx, userId, known);
      return { note: `Known already, so nothing was added: ${found.map(cite).join(' ')}`, cited: known };
    }
    return { note: 'Not remembered: the Brain is full.', cited: [] };
  }

  /** What it says about how answers should be. */
  const keep = (trx: Db, userId: UserId, message: SourceMessage, found: Extraction, now: Date) =>
    keepPreferences(trx, userId, message.questionId, found.preferences, { ...preferenceOrigin(message, found), now });

  async function forget(trx: Db, userId: UserId, text: string): Promise<CommandResult> {
    const { meant, similar } = findMeant(text, await listRelatedFacts(trx, userId, text, CANDIDATES_MAX));
    if (meant) {
      await forgetFacts(trx, userId, [meant.id]);
      await endLoneConflicts(trx, userId);
      const note = `Forgotten: ${meant.statement} The owner can bring it back on the Brain page.`;
      return { note, cited: [] };
    }
    if (similar.length === 0) return { note: 'Nothing was forgotten: the Brain has no such fact.', cited: [] };
    return {
      note: `Nothing was forgotten yet. Ask which one is meant, to be named in full or forgotten on the Brain page: ${similar.map(cite).join(' ')}`,
      cited: similar.map(({ id }) => id),
    };
  }

  /** Decides what to do, outside of the transaction, because the model may be asked. */
  async function prepare(
    userId: UserId,
    message: SourceMessage,
    { kind, text }: BrainCommand,
    signal: AbortSignal,
  ): Promise<(trx: Db) => Promise<CommandResult>> {
    const refuse = (note: string) => () => Promise.resolve({ note, cited: [] });
    if (kind === 'forget') return (trx) => forget(trx, userId, text);
    if (message.isUnwanted) return refuse('Not remembered: this chat is private, or learning is switched off.');
    if (holdsSecret(text)) return refuse('Not remembered: it looks like a password, key or card number.');
    const found = await tryExtract(userId, message, signal);
    const facts = await learning.fromMessage(found?.facts ?? [wordForWord(text)], message);
    const now = await clock.now();
    return async (trx) => {
      if (found !== null) await finishLearning(trx, userId, message.questionId);
      const kept = found && (await keep(trx, userId, message, found, now));
      if (facts.length > 0) {
        const { note, cited } = await remember(trx, userId, facts, now);
        return { note: kept === null ? note : `${kept} ${note}`, cited };
      }
      if (kept !== null) return { note: kept, cited: [] };
      const note =
        'Not remembered: it says nothing lasting about the business. The owner can add it on the Brain page.';
      return { note, cited: [] };
    };
  }

  /** For a question with a command, within its turn. Throws if the turn isn't this attempt's anymore, and then nothing was done. */
  return async (
    userId: UserId,
    turnId: TurnId,
    message: SourceMessage,
    signal: AbortSignal,
  ): Promise<CommandResult> => {
    const command = readBrainCommand(message.question);
    if (command === null) throw new Error(`no command in question ${message.questionId}`);
    const carryOut = await prepare(userId, message, command, signal);
    return inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const result = await carryOut(trx);
      if (!(await noteCommand(trx, { userId, id: turnId }, result.note)))
        throw new Error(`turn ${turnId} has ended or has carried out its command`);
      return result;
    });
  };
}
