import { citationOf } from '#contract/brain/brain.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { endLoneConflicts, forgetFacts, lockFacts } from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import {
  EARLIER_CHARACTERS,
  EARLIER_MESSAGES,
  finishLearning,
  listRelatedFacts,
  type EarlierMessage,
  type Unwanted,
} from '#db/queries/brain/learning.ts';
import { noteCommand } from '#db/queries/chat/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { readBrainCommand, type BrainCommand } from './brain-command.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import type { Learning, SourceMessage } from '../learning/learning.ts';
import type { FoundFact } from '../placement/resolve-facts.ts';
import { undoReplacedVersions } from '../undo-facts.ts';
import { findMeant } from './meant-fact.ts';
import { isAboutAnswers, wordForWord } from './word-for-word.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';

/** The owner waits for their answer meanwhile. Without the model, what they said is remembered word for word. In milliseconds. */
const READING_MS = 8_000;
const CANDIDATES_MAX = 10;

/** What was done: a sentence for the assistant to pass on, and the facts that it cites. */
export type CommandResult = { note: string; cited: FactId[] };

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

/** Why a message isn't remembered. The assistant passes it on. */
const UNWANTED: Record<Unwanted, string> = {
  private: 'Not remembered: this chat is private, and nothing is kept from a private chat.',
  off: 'Not remembered: learning from chats is switched off. The owner can switch it on on the Brain page.',
  gone: 'Not remembered: this message was edited or deleted.',
};

/** A question, and the conversation up to it, oldest first. */
export type CommandMessage = Omit<SourceMessage, 'earlier'> & {
  history: readonly { role: 'user' | 'assistant'; content: string }[];
};

/** The messages before the question, as far as learning reads them. */
const earlierOf = ({ history }: CommandMessage): EarlierMessage[] =>
  history
    .slice(0, -1)
    .slice(-EARLIER_MESSAGES)
    .map(({ role, content }) => ({
      from: role === 'user' ? 'owner' : 'teammate',
      text: role === 'user' ? content.slice(0, EARLIER_CHARACTERS) : content.slice(-EARLIER_CHARACTERS),
    }));

type Dependencies = {
  db: Db;
  clock: Clock;
  learning: Pick<Learning, 'extract' | 'fromMessage' | 'addAll'>;
  log: Log;
};

/** Does what "Remember that ..." and "Forget ..." ask for, once per question, and records it with the turn in the same transaction. */
export function createCommandRunner({ db, clock, learning, log }: Dependencies) {
  /** Null if the model couldn't read it. */
  async function tryExtract(
    userId: UserId,
    message: SourceMessage,
    signal: AbortSignal,
  ): Promise<ExtractedFact[] | null> {
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(READING_MS)]);
      const found = await learning.extract(userId, { ...message, isToRemember: true }, limited);
      return found === 'over budget' ? null : found.facts;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ event: 'command not read', err: error }, 'remembered word for word: the model could not read it');
      return null;
    }
  }

  /** As the model understands it. What it can't read, or finds nothing in, is kept word for word: it was an order. */
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
    { kind, text, rest }: BrainCommand,
    signal: AbortSignal,
  ): Promise<(trx: Db) => Promise<CommandResult>> {
    const refuse = (note: string) => () => Promise.resolve({ note, cited: [] });
    if (kind === 'forget') return (trx) => forget(trx, userId, text);
    if (message.unwanted !== null) return refuse(UNWANTED[message.unwanted]);
    if (holdsSecret(text))
      return refuse('Not remembered: it looks like a password, key, or card number, and those are never kept.');
    const found = isAboutAnswers(text) ? null : await tryExtract(userId, { ...message, question: text }, signal);
    const own = wordForWord(text, isoDayText(message.askedAt, message.timeZone));
    const facts = await learning.fromMessage(found?.length ? found : [own], message, { isConfirmed: true });
    const now = await clock.now();
    return async (trx) => {
      if (rest === '') await finishLearning(trx, userId, message.questionId);
      await undoReplacedVersions(trx, userId, message.questionId);
      return remember(trx, userId, facts, now);
    };
  }

  /** For a question with a command, within its turn. Throws if the turn isn't this attempt's anymore, and then nothing was done. */
  return async (
    userId: UserId,
    turnId: TurnId,
    message: CommandMessage,
    signal: AbortSignal,
  ): Promise<CommandResult> => {
    const command = readBrainCommand(message.question);
    if (command === null) throw new Error(`no command in question ${message.questionId}`);
    const carryOut = await prepare(userId, { ...message, earlier: earlierOf(message) }, command, signal);
    return inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const result = await carryOut(trx);
      if (!(await noteCommand(trx, { userId, id: turnId }, result.note)))
        throw new Error(`turn ${turnId} has ended or has carried out its command`);
      return result;
    });
  };
}
