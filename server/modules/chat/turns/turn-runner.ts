import { setTimeout as wait } from 'node:timers/promises';
import type { TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import type { Db } from '#db/client.ts';
import * as turns from '#db/queries/chat/turns.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { TeammateModel } from '#server/gateways/model/model.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import { createDeadTurns } from './dead-turns.ts';
import { LiveTurn } from './live-turns.ts';
import { writeAnswer, type Asked } from './write-answer.ts';
import type { SpendingService } from '../spending.service.ts';
import { createTurnSaver } from './turn-saver.ts';

/** How long the end of an answer waits for an unreachable database, in milliseconds; then the sweep settles it. */
const SETTLE_FOR_MS = 60_000;
/** The same while the process is shutting down. */
const SETTLE_ON_STOP_MS = 4_000;

/** One attempt at an answer, with the id that all of its writes name. */
type Turn = { id: TurnId; userId: UserId; answerId: MessageId; attempt: number };
type Outcome = { status: Exclude<TurnStatus, 'streaming'>; failure: TurnFailure | null };
export type LiveEntry = {
  turn: Turn;
  answer: LiveTurn;
  /** The length of what an earlier turn wrote. */
  lengthBefore: number;
  savedAtMs: number;
  /** How often new text was saved. */
  textSaves: number;
  done: Promise<void>;
};

class StoppedByPerson extends Error {}
class LeaseLost extends Error {}
class ShuttingDown extends Error {}

type Dependencies = {
  db: Db;
  clock: Clock;
  model: TeammateModel;
  spending: SpendingService;
  log: Log;
  trouble: Pick<DatabaseTrouble, 'note'>;
  /** Maps a model failure to the error people see. */
  failureOf: (error: unknown) => TurnFailure;
  /** Whether a provider refused a request because of the tools in it. */
  areToolsRefused: (error: unknown) => boolean;
};

/** Runs turns to their end whether or not anyone listens, and settles those whose process has died. */
export function createTurnRunner(dependencies: Dependencies) {
  const { db, clock, log, trouble, failureOf } = dependencies;
  const running = new Set<LiveEntry>();
  /** The newest attempt at each answer. An older one may still be running here, if another process took this one for dead. */
  const newest = new Map<MessageId, LiveEntry>();
  let settleForMs = SETTLE_FOR_MS;
  let isClosing = false;
  const saver = createTurnSaver({
    db,
    log,
    trouble,
    running: () => [...running],
    onStop: ({ answer }) => answer.stop.abort(new StoppedByPerson()),
    onLost: ({ answer }) => answer.stop.abort(new LeaseLost()),
  });

  function outcomeOf(error: unknown, turn: Turn, answer: LiveTurn): Outcome {
    if (error instanceof StoppedByPerson) return { status: 'stopped', failure: null };
    if (error instanceof ShuttingDown || error instanceof LeaseLost) return { status: 'interrupted', failure: null };
    const failure = failureOf(error);
    const characters = answer.text.length;
    if (!trouble.note(error, { turn: turn.id }))
      log.warn({ event: 'turn failed', turn: turn.id, failure, characters, err: error }, 'turn failed');
    return { status: 'failed', failure };
  }

  /**
   * Ends the turn with its text, and returns the unit if there was no answer. Waits for the database if it is unreachable. Returns false
   * if this attempt no longer holds its lease, or if an earlier call did get through: the table says how it ended.
   */
  async function settle(
    turn: Turn,
    end: Outcome & { content: string; hasText: boolean; spentMicroUsd: number },
  ): Promise<boolean> {
    const { status, failure, content, spentMicroUsd } = end;
    const givesBack = status !== 'complete' && !(status === 'stopped' && end.hasText);
    const startedAt = performance.now();
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        const now = await clock.now();
        const settlement = { status, failure, content, givesBack, spentMicroUsd, expired: null, now };
        return await turns.settleTurn(db, { ...turn, ...settlement });
      } catch (error) {
        if (performance.now() - startedAt > settleForMs) throw error;
        if (!trouble.note(error, { turn: turn.id }))
          log.warn({ event: 'settle failed', turn: turn.id, err: error }, 'trying again to settle a turn');
        await wait(pauseMs);
      }
    }
  }

  async function run(entry: LiveEntry, asked: Asked): Promise<void> {
    const { turn, answer, lengthBefore } = entry;
    let outcome: Outcome = { status: 'complete', failure: null };
    let spentMicroUsd = 0;
    try {
      await writeAnswer(dependencies, asked, answer, (microUsd) => (spentMicroUsd += microUsd));
    } catch (error) {
      outcome = outcomeOf(answer.stop.signal.aborted ? answer.stop.signal.reason : error, turn, answer);
    }
    let isHeld = true;
    try {
      isHeld = await settle(turn, {
        ...outcome,
        content: answer.text,
        hasText: answer.text.length > lengthBefore,
        spentMicroUsd,
      });
    } catch (error) {
      // The sweep settles it with what was saved, here or in another process.
      if (!trouble.note(error, { turn: turn.id }))
        log.error({ event: 'settle failed', turn: turn.id, err: error }, 'settle failed');
    }
    running.delete(entry);
    if (newest.get(turn.answerId) === entry) newest.delete(turn.answerId);
    answer.finish(isHeld ? { type: 'end', ...outcome } : 'lost');
  }

  return {
    /** `text` is what the answer already contains. */
    start: (turn: Turn, asked: Asked, text = ''): void => {
      const entry: LiveEntry = {
        turn,
        answer: new LiveTurn(turn.attempt, text),
        lengthBefore: text.length,
        savedAtMs: performance.now(),
        textSaves: 0,
        done: Promise.resolve(),
      };
      // This attempt could be opened only because the one before it had ended, whether or not this process knows.
      newest.get(turn.answerId)?.answer.stop.abort(new LeaseLost());
      newest.set(turn.answerId, entry);
      running.add(entry);
      entry.done = run(entry, asked);
      // Sent over a connection that was open before the stop: interrupted right away, or it would run into a closed database.
      if (isClosing) entry.answer.stop.abort(new ShuttingDown());
      saver.start();
    },

    /** The newest attempt at an answer if it is being written here. Scoped to its owner. */
    find: (userId: UserId, answerId: MessageId): LiveTurn | undefined => {
      const entry = newest.get(answerId);
      return entry?.turn.userId === userId ? entry.answer : undefined;
    },

    /** Stops this attempt immediately if it runs in this process. The caller has already checked in the table who owns it. */
    stop: ({ id, answerId }: { id: TurnId; answerId: MessageId }): void => {
      const entry = newest.get(answerId);
      if (entry?.turn.id === id) entry.answer.stop.abort(new StoppedByPerson());
    },

    ...createDeadTurns({
      db,
      clock,
      log,
      isOurs: ({ userId, id }) => [...running].some(({ turn }) => turn.userId === userId && turn.id === id),
    }),

    /** Saves and settles everything that runs here, and interrupts whatever is still started. */
    close: async (): Promise<void> => {
      isClosing = true;
      settleForMs = SETTLE_ON_STOP_MS;
      for (const { answer } of running) answer.stop.abort(new ShuttingDown());
      await Promise.all([...running].map((entry) => entry.done));
      await saver.close();
    },

    /** Resolves when nothing is running here: for tests and for a graceful stop. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all([...running].map((entry) => entry.done));
    },
  };
}
export type TurnRunner = ReturnType<typeof createTurnRunner>;
