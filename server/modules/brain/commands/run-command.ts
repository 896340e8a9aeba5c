import { citationOf } from '#contract/brain/brain.ts';
import type { MemoryAction, MemoryRefusal } from '#contract/brain/memory.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { finishLearning, type Unwanted } from '#db/queries/brain/learning.ts';
import { claimMemory, recordMemoryOutcome, type CandidateFact } from '#db/queries/chat/turn-memory.ts';
import { inTransaction } from '#db/transaction.ts';
import type { TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { preferenceOrigin, type Learning, type MessageExtraction, type SourceMessage } from '../learning/learning.ts';
import { keepPreferences } from '../preferences/learned-preferences.ts';
import type { FoundFact } from '../resolution/resolve-facts.ts';
import { undoEarlierVersions } from '../undo-versions.ts';
import { readBrainCommand, type BrainCommand } from './brain-command.ts';
import { readChoice, readForgetOrder } from './forget-order.ts';
import { decideForget, executeForget } from './forgetting.ts';
import { isSecretIn, type AskedMessage } from './stated.ts';
import { wordForWord } from './word-for-word.ts';

/** In milliseconds. The owner is waiting: after this, their words are kept verbatim, without the model. */
const READING_MS = 8_000;

/**
 * What was done: a sentence for the assistant to pass on, what the product shows of it, and the facts that the sentence
 * cites.
 */
export type CommandResult = { note: string; actions: MemoryAction[]; cited: FactId[] };

const refused = (reason: MemoryRefusal, note: string): CommandResult => ({
  note,
  actions: [{ kind: 'refused', reason }],
  cited: [],
});

const cite = ({ number, statement }: { number: number; statement: string }) =>
  `${statement} ${citationOf('fact', number)}`;
function describeAdded(facts: readonly FactRow[]): string {
  const disputed = facts.some(({ isDisputed }) => isDisputed)
    ? ' It disagrees with what was known, so it isn’t relied on until the owner settles that on the Brain page.'
    : '';
  const replaced = facts.flatMap(({ history }) => history[0]?.statement ?? []);
  const instead = replaced.length > 0 ? ` It takes the place of: ${replaced.join(' ')}` : '';
  return `Remembered: ${facts.map(cite).join(' ')}${instead}${disputed}`;
}

/** Why a message isn't remembered. The assistant passes it on. */
const UNWANTED: Record<Unwanted, string> = {
  private: 'Not remembered: this chat is private, and nothing is kept from a private chat.',
  off: 'Not remembered: learning from chats is switched off. The owner can switch it on on the Brain page.',
  gone: 'Not remembered: this message was edited or deleted.',
};

const SECRET = 'Not remembered: it looks like a password, key, or card number, and those are never kept.';

/** The command of a message, which may answer a question about `candidates`; null if there isn't one. */
export function readCommand(message: string, candidates: readonly CandidateFact[]): BrainCommand | null {
  if (readChoice(message, candidates) !== null) return { kind: 'forget', text: message, rest: '' };
  return readBrainCommand(message);
}

/** Executes the decision. `unwanted`: why the message may no longer be remembered, if so. */
type Execute = (trx: Db, unwanted: Unwanted | null) => Promise<CommandResult>;

type Dependencies = {
  db: Db;
  clock: Clock;
  learning: Pick<Learning, 'extract' | 'fromMessage' | 'addAll'>;
  log: Log;
};

/**
 * Does what "Remember that ..." and "Forget ..." ask for, once per question, and records it with the turn in the same
 * transaction.
 */
export function createCommandRunner({ db, clock, learning, log }: Dependencies) {
  /** Null if the model couldn't read it. */
  async function tryExtract(
    userId: UserId,
    message: SourceMessage,
    signal: AbortSignal,
  ): Promise<MessageExtraction | null> {
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(READING_MS)]);
      const found = await learning.extract(userId, { ...message, isToRemember: true }, limited);
      return found === 'over budget' ? null : found;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ event: 'command not read', err: error }, 'remembered word for word: the model could not read it');
      return null;
    }
  }

  /** Adds the model's facts. What it can't read, or finds nothing in, is kept word for word: the owner asked for it. */
  async function remember(trx: Db, userId: UserId, facts: readonly FoundFact[], now: Date): Promise<CommandResult> {
    const resolved = await learning.addAll(trx, userId, facts, { now });
    const idsOf = (wanted: 'added' | 'known') =>
      resolved.flatMap((one) => (one.outcome === wanted ? [one.factId] : []));
    const [added, known] = [idsOf('added'), idsOf('known')];
    const withdrawn = resolved.flatMap((one) => (one.outcome === 'withdrew' ? one.factIds : []));
    if (added.length > 0) {
      const note = describeAdded(await findFacts(trx, userId, added));
      return { note, actions: [{ kind: 'remembered', factIds: added }], cited: added };
    }
    if (withdrawn.length > 0) {
      const gone = await findFacts(trx, userId, withdrawn);
      // The line about what was learned lists them, with Undo.
      return { note: `No longer true: ${gone.map(({ statement }) => statement).join(' ')}`, actions: [], cited: [] };
    }
    if (known.length > 0) {
      const found = await findFacts(trx, userId, known);
      const note = `Known already, so nothing was added: ${found.map(cite).join(' ')}`;
      return { note, actions: [{ kind: 'known', factIds: known }], cited: known };
    }
    return refused('full', 'Not remembered: the Brain is full.');
  }

  /** What it says about how answers should be. */
  const keep = (trx: Db, userId: UserId, message: SourceMessage, found: MessageExtraction, now: Date) =>
    keepPreferences(trx, userId, message.questionId, found.preferences, { ...preferenceOrigin(message, found), now });

  async function prepareForget(
    userId: UserId,
    question: string,
    text: string,
    candidates: readonly CandidateFact[],
  ): Promise<Execute> {
    const chosen = readChoice(question, candidates);
    if (chosen !== null && chosen.length === 0)
      return () => Promise.resolve({ note: 'Nothing was forgotten, as the owner asked.', actions: [], cited: [] });
    const order =
      chosen === null
        ? readForgetOrder(question, text)
        : { numbers: chosen.map(({ number }) => number), words: '', isStatement: false, isEverything: false };
    const decision = await decideForget(db, userId, order, candidates);
    const now = await clock.now();
    return async (trx) => {
      const { action, note } = await executeForget(trx, userId, decision, now);
      return { note, actions: [action], cited: action.kind === 'choose' ? action.factIds : [] };
    };
  }

  /** Decides what to do, outside of the transaction, because the model may be asked. */
  async function prepare(
    userId: UserId,
    message: AskedMessage,
    { kind, text, rest }: BrainCommand,
    candidates: readonly CandidateFact[],
    signal: AbortSignal,
  ): Promise<Execute> {
    if (kind === 'forget') return prepareForget(userId, message.question, text, candidates);
    const { unwanted } = message;
    if (unwanted !== null) return async () => refused(unwanted, UNWANTED[unwanted]);
    if (isSecretIn(text, message)) return async () => refused('secret', SECRET);
    const found = await tryExtract(userId, { ...message, question: text }, signal);
    const isWhole =
      found !== null && found.isComplete && !found.hasDropped && found.facts.length + found.preferences.length > 0;
    // Otherwise, any part that wasn't read or kept would be lost.
    const own = isWhole ? [] : [wordForWord(text, isoDayText(message.askedAt, message.timeZone))];
    const facts = await learning.fromMessage([...(found?.facts ?? []), ...own], message, { isConfirmed: true });
    const now = await clock.now();
    return async (trx, unwantedNow) => {
      if (unwantedNow !== null) return refused(unwantedNow, UNWANTED[unwantedNow]);
      if (rest === '') await finishLearning(trx, userId, message.questionId);
      const kept = found === null ? null : await keep(trx, userId, message, found, now);
      if (kept !== null && facts.length === 0) return { note: kept.text, actions: [], cited: [] };
      const result = await remember(trx, userId, facts, now);
      return kept === null ? result : { ...result, note: `${kept.text} ${result.note}` };
    };
  }

  /**
   * Executes a question's command within its turn. Throws, with nothing done, if this attempt has lost the
   * turn.
   */
  return async (
    userId: UserId,
    turnId: TurnId,
    message: AskedMessage,
    candidates: readonly CandidateFact[],
    signal: AbortSignal,
  ): Promise<CommandResult> => {
    const command = readCommand(message.question, candidates);
    if (command === null) throw new Error(`no command in question ${message.questionId}`);
    await undoEarlierVersions(db, userId, message);
    const execute = await prepare(userId, message, command, candidates, signal);
    const turn = { userId, id: turnId };
    return inTransaction(db, async (trx) => {
      const claimed = await claimMemory(trx, turn, { note: '', memory: { actions: [], orders: [] } });
      if (claimed === null) throw new Error(`turn ${turnId} has ended or has executed its command`);
      const result = await execute(trx, claimed.unwanted);
      const { note, actions, cited } = result;
      await recordMemoryOutcome(trx, turn, { note, memory: { actions, orders: [] }, cited });
      return result;
    });
  };
}
