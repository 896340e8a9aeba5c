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
import { readResumeContext } from '#db/queries/chat/turn-context.ts';
import { noteCommand } from '#db/queries/chat/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { readBrainCommand, type BrainCommand } from './brain-command.ts';
import { preferenceOrigin, type Learning, type MessageExtraction, type SourceMessage } from '../learning/learning.ts';
import { keepPreferences } from '../preferences/learned-preferences.ts';
import type { FoundFact } from '../resolution/resolve-facts.ts';
import { undoReplacedVersions } from '../undo-facts.ts';
import { findMeant } from './meant-fact.ts';
import { wordForWord } from './word-for-word.ts';
import { holdsSecret, secretsIn } from '#server/lib/text/holds-secret.ts';

/** The owner waits for their answer meanwhile. Without the model, their words are kept as they are. In milliseconds. */
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

/** A question, its answer, and the conversation up to the question, oldest first. */
export type CommandMessage = Omit<SourceMessage, 'earlier'> & {
  answerId: MessageId;
  history: readonly { role: 'user' | 'assistant'; content: string; isPrivate: boolean }[];
};

/** The messages before the question, as far as learning reads them: nothing of what was said in private. */
const earlierOf = ({ history }: CommandMessage): EarlierMessage[] =>
  history
    .slice(0, -1)
    .filter(({ isPrivate }) => !isPrivate)
    .slice(-EARLIER_MESSAGES)
    .map(({ role, content }) => ({
      from: role === 'user' ? 'owner' : 'teammate',
      text: role === 'user' ? content.slice(0, EARLIER_CHARACTERS) : content.slice(-EARLIER_CHARACTERS),
    }));

/** Whether a text tells a secret, or repeats one of an earlier message without its name. */
function tellsSecret(text: string, { history }: CommandMessage): boolean {
  const earlier = history.slice(0, -1).map(({ content }) => content);
  return holdsSecret(text) || secretsIn(earlier.join('\n\n')).some((secret) => text.includes(secret));
}

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

  /** Why the message may not be remembered anymore, as it could be until the model had read it; null if it may. */
  async function finish(
    trx: Db,
    userId: UserId,
    turnId: TurnId,
    { questionId, answerId }: CommandMessage,
    { isAllRead, now }: { isAllRead: boolean; now: Date },
  ): Promise<Unwanted | null> {
    if (isAllRead && (await finishLearning(trx, userId, questionId))) return null;
    const { target } = await readResumeContext(trx, { userId, turnId, answerId, now }, null);
    return target ? target.unwanted : 'gone';
  }

  /** As the model understands it. What it can't read, or finds nothing in, is kept word for word: it was an order. */
  async function remember(trx: Db, userId: UserId, facts: readonly FoundFact[], now: Date): Promise<CommandResult> {
    const resolved = await learning.addAll(trx, userId, facts, { now });
    const idsOf = (wanted: 'added' | 'known') =>
      resolved.flatMap((one) => (one.outcome === wanted ? [one.factId] : []));
    const [added, known] = [idsOf('added'), idsOf('known')];
    const withdrawn = resolved.flatMap((one) => (one.outcome === 'withdrew' ? one.factIds : []));
    if (added.length > 0) return { note: describeAdded(await findFacts(trx, userId, added)), cited: added };
    if (withdrawn.length > 0) {
      const gone = await findFacts(trx, userId, withdrawn);
      return { note: `No longer true: ${gone.map(({ statement }) => statement).join(' ')}`, cited: [] };
    }
    if (known.length > 0) {
      const found = await findFacts(trx, userId, known);
      return { note: `Known already, so nothing was added: ${found.map(cite).join(' ')}`, cited: known };
    }
    return { note: 'Not remembered: the Brain is full.', cited: [] };
  }

  /** What it says about how answers should be. */
  const keep = (trx: Db, userId: UserId, message: SourceMessage, found: MessageExtraction, now: Date) =>
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
      note: `Nothing was forgotten yet. Ask the owner which one they mean. They can quote it in full, or forget it on the Brain page: ${similar.map(cite).join(' ')}`,
      cited: similar.map(({ id }) => id),
    };
  }

  /** Decides what to do, outside of the transaction, because the model may be asked. */
  async function prepare(
    userId: UserId,
    turnId: TurnId,
    asked: CommandMessage,
    { kind, text, rest }: BrainCommand,
    signal: AbortSignal,
  ): Promise<(trx: Db) => Promise<CommandResult>> {
    const message: SourceMessage = { ...asked, earlier: earlierOf(asked) };
    const refuse = (note: string) => () => Promise.resolve({ note, cited: [] });
    if (kind === 'forget') return (trx) => forget(trx, userId, text);
    if (message.unwanted !== null) return refuse(UNWANTED[message.unwanted]);
    if (tellsSecret(text, asked)) return refuse(SECRET);
    const found = await tryExtract(userId, { ...message, question: text }, signal);
    const isWhole =
      found !== null && found.isComplete && !found.hasDropped && found.facts.length + found.preferences.length > 0;
    // What wasn't read or kept of it would be lost.
    const own = isWhole ? [] : [wordForWord(text, isoDayText(message.askedAt, message.timeZone))];
    const facts = await learning.fromMessage([...(found?.facts ?? []), ...own], message, { isConfirmed: true });
    const now = await clock.now();
    return async (trx) => {
      const unwanted = await finish(trx, userId, turnId, asked, { isAllRead: rest === '', now });
      if (unwanted !== null) return { note: UNWANTED[unwanted], cited: [] };
      await undoReplacedVersions(trx, userId, message.questionId);
      const kept = found === null ? null : await keep(trx, userId, message, found, now);
      if (kept !== null && facts.length === 0) return { note: kept.text, cited: [] };
      const { note, cited } = await remember(trx, userId, facts, now);
      return { note: kept === null ? note : `${kept.text} ${note}`, cited };
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
    const carryOut = await prepare(userId, turnId, message, command, signal);
    return inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const result = await carryOut(trx);
      if (!(await noteCommand(trx, { userId, id: turnId }, result.note)))
        throw new Error(`turn ${turnId} has ended or has carried out its command`);
      return result;
    });
  };
}
