import { setTimeout as wait } from 'node:timers/promises';
import type { TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import type { Db } from '#db/client.ts';
import * as turns from '#db/queries/turns.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelGateway, ModelUsage } from '#server/gateways/model/model.ts';
import type { Log } from '#server/lib/log.ts';
import { LiveTurn } from './live-turns.ts';
import { readAnswer, type AnswerRequest } from './read-answer.ts';
import type { SpendingService } from './spending.ts';
import { createTurnSaver } from './turn-saver.ts';

/** A turn silent for this long has lost its process, in milliseconds. */
const SILENT_AFTER_MS = 6_000;
/** How long the end of an answer waits for a database that is away, in milliseconds; then the sweep settles it. */
const SETTLE_FOR_MS = 60_000;
/** The same while the process stops. */
const SETTLE_ON_STOP_MS = 4_000;

type Turn = { id: TurnId; userId: UserId; answerId: MessageId };
type Outcome = { status: Exclude<TurnStatus, 'streaming'>; failure: TurnFailure | null };
export type LiveEntry = { turn: Turn; answer: LiveTurn; savedAtMs: number; done: Promise<void> };

class StoppedByPerson extends Error {}
class SettledElsewhere extends Error {}
class ShuttingDown extends Error {}

type Dependencies = {
  db: Db;
  clock: Clock;
  model: ModelGateway;
  spending: SpendingService;
  log: Log;
  /** Sorts a model failure into what people are told. */
  failureOf: (error: unknown) => TurnFailure;
};

/** Runs turns to their end whether or not anyone listens, and settles those whose process is gone. */
export function createTurnRunner({ db, clock, model, spending, log, failureOf }: Dependencies) {
  const live = new Map<MessageId, LiveEntry>();
  let settleForMs = SETTLE_FOR_MS;
  const saver = createTurnSaver({
    db,
    clock,
    log,
    running: () => [...live.values()],
    onStop: ({ answer }) => answer.stop.abort(new StoppedByPerson()),
    onGone: ({ answer }) => answer.stop.abort(new SettledElsewhere()),
  });

  function outcomeOf(error: unknown, answer: LiveTurn): Outcome {
    if (error instanceof StoppedByPerson) return { status: 'stopped', failure: null };
    if (error instanceof ShuttingDown || error instanceof SettledElsewhere)
      return { status: 'interrupted', failure: null };
    const failure = failureOf(error);
    log.warn({ event: 'turn failed', failure, characters: answer.text.length, err: error }, 'turn failed');
    return { status: 'failed', failure };
  }

  /** Ends the turn with its text, and gives the unit back where nothing came. A database that is away is waited for. */
  async function settle(
    turn: Turn,
    end: Outcome & { content: string; hasText: boolean; spentMicroUsd: number },
  ): Promise<Outcome> {
    const { status, failure, content, spentMicroUsd } = end;
    const givesBack = status !== 'complete' && !(status === 'stopped' && end.hasText);
    const startedAt = performance.now();
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        const now = await clock.now();
        if (await turns.settleTurn(db, { ...turn, status, failure, content, givesBack, spentMicroUsd, now }))
          return { status, failure };
        const settled = await turns.findTurnByAnswer(db, turn.userId, turn.answerId);
        return settled && settled.status !== 'streaming'
          ? { status: settled.status, failure: settled.failure }
          : { status, failure };
      } catch (error) {
        if (performance.now() - startedAt > settleForMs) throw error;
        log.warn({ event: 'settle failed', err: error }, 'trying again to settle a turn');
        await wait(pauseMs);
      }
    }
  }

  async function run({ turn, answer }: LiveEntry, request: AnswerRequest): Promise<void> {
    const lengthBefore = answer.text.length;
    let outcome: Outcome = { status: 'complete', failure: null };
    let usage: ModelUsage | null = null;
    try {
      usage = await readAnswer(model, request, answer);
    } catch (error) {
      outcome = outcomeOf(answer.stop.signal.aborted ? answer.stop.signal.reason : error, answer);
    }
    const written = answer.text.slice(lengthBefore);
    try {
      outcome = await settle(turn, {
        ...outcome,
        content: answer.text,
        hasText: written !== '',
        spentMicroUsd: spending.costOf(request, written, usage),
      });
    } catch (error) {
      // The sweep settles it with what was saved, here or in another process.
      log.error({ event: 'settle failed', err: error }, 'settle failed');
    }
    live.delete(turn.answerId);
    answer.finish({ type: 'end', ...outcome });
  }

  return {
    /** `text` is what the answer holds already. */
    start: (turn: Turn, request: AnswerRequest, text = ''): void => {
      const entry: LiveEntry = {
        turn,
        answer: new LiveTurn(text),
        savedAtMs: performance.now(),
        done: Promise.resolve(),
      };
      live.set(turn.answerId, entry);
      entry.done = run(entry, request);
      saver.wake();
    },

    /** The answer if it is being written here. Scoped to its owner. */
    find: (userId: UserId, answerId: MessageId): LiveTurn | undefined => {
      const entry = live.get(answerId);
      return entry?.turn.userId === userId ? entry.answer : undefined;
    },

    /** Stops the answer at once if it is written here. Whoever calls has asked the table whose it is. */
    stop: (answerId: MessageId): void => live.get(answerId)?.answer.stop.abort(new StoppedByPerson()),

    /** Marks turns whose process went silent as interrupted, with what was saved. */
    sweep: async (): Promise<void> => {
      const now = await clock.now();
      for (const turn of await turns.listSilentTurns(db, new Date(now.getTime() - SILENT_AFTER_MS))) {
        if (live.has(turn.answerId)) continue;
        const asSaved = { content: null, spentMicroUsd: null, givesBack: true, now };
        if (await turns.settleTurn(db, { ...turn, status: 'interrupted', failure: null, ...asSaved }))
          log.warn({ event: 'turn interrupted' }, 'settled a turn whose process is gone');
      }
    },

    /** Saves and settles everything that runs here. */
    close: async (): Promise<void> => {
      settleForMs = SETTLE_ON_STOP_MS;
      for (const { answer } of live.values()) answer.stop.abort(new ShuttingDown());
      await Promise.all([...live.values()].map((entry) => entry.done));
      await saver.close();
    },

    /** Resolves when nothing runs here any more: for tests and for a quiet stop. */
    idle: async (): Promise<void> => {
      await Promise.all([...live.values()].map((entry) => entry.done));
    },
  };
}
export type TurnRunner = ReturnType<typeof createTurnRunner>;
