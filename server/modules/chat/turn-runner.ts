import type { TurnFailure, TurnStatus } from '#contract/chat.ts';
import type { Db } from '#db/client.ts';
import { saveContent } from '#db/queries/messages.ts';
import * as turns from '#db/queries/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelGateway, ModelRequest } from '#server/gateways/model.ts';
import type { Log } from '#server/lib/log.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { LiveTurn } from './live-turns.ts';

/** How often a running answer is saved and says that it lives, in milliseconds. */
const SAVE_EVERY_MS = 1_000;
/** Pieces are gathered this long before readers are woken, in milliseconds. */
const GATHER_MS = 40;
/** A turn silent for this long has lost its process, in milliseconds. */
const SILENT_AFTER_MS = 8_000;

type Turn = { id: TurnId; userId: UserId; answerId: MessageId };
type Outcome = { status: Exclude<TurnStatus, 'streaming'>; failure: TurnFailure | null };

class StoppedByPerson extends Error {}
class ShuttingDown extends Error {}

type Dependencies = {
  db: Db;
  clock: Clock;
  model: ModelGateway;
  usage: UsageService;
  log: Log;
  /** Sorts a model failure into what people are told. */
  failureOf: (error: unknown) => TurnFailure;
};

/** Runs turns to their end whether or not anyone listens, and settles those whose process is gone. */
export function createTurnRunner({ db, clock, model, usage, log, failureOf }: Dependencies) {
  const live = new Map<MessageId, { turn: Turn; answer: LiveTurn; done: Promise<void> }>();

  /** Ends the turn, saves its text and gives the unit back where there is no answer, all or nothing. */
  async function settle(turn: Turn, outcome: Outcome, text: string | null): Promise<boolean> {
    const now = await clock.now();
    return inTransaction(db, async (trx) => {
      const month = await turns.settleTurn(trx, { userId: turn.userId, id: turn.id, ...outcome, now });
      if (month === undefined) return false;
      if (text !== null) await saveContent(trx, turn.userId, turn.answerId, text);
      const isAnswered = outcome.status === 'complete' || (outcome.status === 'stopped' && (text ?? '').trim() !== '');
      if (!isAnswered) await usage.giveBack(trx, turn.userId, month);
      return true;
    });
  }

  function outcomeOf(error: unknown, answer: LiveTurn): Outcome {
    if (error instanceof StoppedByPerson) return { status: 'stopped', failure: null };
    if (error instanceof ShuttingDown) return { status: 'interrupted', failure: null };
    const failure = failureOf(error);
    log.warn({ event: 'turn failed', failure, characters: answer.text.length, err: error }, 'turn failed');
    return { status: 'failed', failure };
  }

  async function save(turn: Turn, answer: LiveTurn): Promise<void> {
    const stopRequested = await turns.saveProgress(db, { ...turn, content: answer.text, now: await clock.now() });
    if (stopRequested) answer.stop.abort(new StoppedByPerson());
  }

  /** Reads the model and wakes readers every few tens of milliseconds instead of at every token. */
  async function read(request: Omit<ModelRequest, 'signal' | 'onText'>, answer: LiveTurn): Promise<void> {
    let gathered = '';
    let timer: NodeJS.Timeout | null = null;
    const flush = () => {
      if (timer) clearTimeout(timer);
      timer = null;
      if (gathered !== '') answer.append(gathered);
      gathered = '';
    };
    try {
      const onText = (piece: string) => {
        gathered += piece;
        // The first words go out at once: they are what a person waits for.
        if (answer.text === '') flush();
        else timer ??= setTimeout(flush, GATHER_MS);
      };
      await model.answer({ ...request, signal: answer.stop.signal, onText });
    } finally {
      flush();
    }
  }

  async function run(turn: Turn, request: Omit<ModelRequest, 'signal' | 'onText'>, answer: LiveTurn): Promise<void> {
    let saving = Promise.resolve();
    const timer = setInterval(() => {
      saving = saving
        .then(() => save(turn, answer))
        .catch((error: unknown) => log.error({ event: 'save failed', err: error }, 'save failed'));
    }, SAVE_EVERY_MS);
    let outcome: Outcome = { status: 'complete', failure: null };
    try {
      await read(request, answer);
    } catch (error) {
      outcome = outcomeOf(answer.stop.signal.aborted ? answer.stop.signal.reason : error, answer);
    }
    clearInterval(timer);
    await saving;
    try {
      await settle(turn, outcome, answer.text);
    } catch (error) {
      // The sweep settles it with what was saved, here or in another process.
      log.error({ event: 'settle failed', err: error }, 'settle failed');
    }
    answer.finish({ type: 'end', ...outcome });
    live.delete(turn.answerId);
  }

  return {
    start: (turn: Turn, request: Omit<ModelRequest, 'signal' | 'onText'>): void => {
      const answer = new LiveTurn();
      const entry = { turn, answer, done: Promise.resolve() };
      live.set(turn.answerId, entry);
      entry.done = run(turn, request, answer);
    },

    /** The answer if it is being written here. Scoped to its owner. */
    find: (userId: UserId, answerId: MessageId): LiveTurn | undefined => {
      const entry = live.get(answerId);
      return entry?.turn.userId === userId ? entry.answer : undefined;
    },

    /** Stops the answer at once if it is written here; another process sees the request at its next save. */
    stop: (userId: UserId, answerId: MessageId): void => {
      const entry = live.get(answerId);
      if (entry?.turn.userId === userId) entry.answer.stop.abort(new StoppedByPerson());
    },

    /** Marks turns whose process went silent as interrupted, with what was saved. */
    sweep: async (): Promise<void> => {
      const before = new Date((await clock.now()).getTime() - SILENT_AFTER_MS);
      for (const turn of await turns.listSilentTurns(db, before)) {
        if (!live.has(turn.answerId) && (await settle(turn, { status: 'interrupted', failure: null }, null))) {
          log.warn({ event: 'turn interrupted' }, 'settled a turn whose process is gone');
        }
      }
    },

    /** Saves and settles everything that runs here. */
    close: async (): Promise<void> => {
      for (const { answer } of live.values()) answer.stop.abort(new ShuttingDown());
      await Promise.all([...live.values()].map((entry) => entry.done));
    },

    /** Resolves when nothing runs here any more: for tests and for a quiet stop. */
    idle: async (): Promise<void> => {
      await Promise.all([...live.values()].map((entry) => entry.done));
    },
  };
}
export type TurnRunner = ReturnType<typeof createTurnRunner>;
