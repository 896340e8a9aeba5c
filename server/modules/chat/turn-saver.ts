import type { Db } from '#db/client.ts';
import { saveTurns } from '#db/queries/turns.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { LiveEntry } from './turn-runner.ts';

/** How often the saver looks, and how old what is saved of an answer may be then, in milliseconds: a second together. */
const LOOK_EVERY_MS = 200;
const SAVED_FOR_MS = 800;
/** What one statement takes: the signal names every answer, and a statement is held in memory whole. */
const BATCH_TURNS = 200;
const BATCH_CHARACTERS = 2_000_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  log: Log;
  running: () => LiveEntry[];
  /** Somebody asked for a stop, here or elsewhere. */
  onStop: (entry: LiveEntry) => void;
  /** The turn was settled by another process, which took this one for dead. */
  onGone: (entry: LiveEntry) => void;
};

function* inBatches(entries: LiveEntry[]): Generator<LiveEntry[]> {
  let batch: LiveEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    if (batch.length === BATCH_TURNS || (batch.length > 0 && characters > BATCH_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(entry);
    characters += entry.answer.text.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Saves every answer that is being written in this process once a second, and with it that its turn lives. Those whose
 * time has come share a statement; a look every fifth of a second spreads the work of many, so that none of it is felt.
 */
export function createTurnSaver({ db, clock, log, running, onStop, onGone }: Dependencies) {
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();

  async function saveBatch(batch: LiveEntry[]): Promise<void> {
    const saved = batch.map(({ turn, answer }) => ({ ...turn, content: answer.text }));
    for (const entry of batch) entry.savedAtMs = performance.now();
    const alive = new Map((await saveTurns(db, saved, await clock.now())).map((row) => [row.id, row]));
    for (const entry of batch) {
      const row = alive.get(entry.turn.id);
      if (!row) onGone(entry);
      else if (row.stopRequested) onStop(entry);
    }
  }

  async function saveDue(): Promise<void> {
    const dueAtMs = performance.now() - SAVED_FOR_MS;
    for (const batch of inBatches(running().filter(({ savedAtMs }) => savedAtMs <= dueAtMs))) {
      try {
        await saveBatch(batch);
      } catch (error) {
        log.error({ event: 'save failed', turns: batch.length, err: error }, 'save failed');
      }
    }
  }

  async function saveAndGoOn(): Promise<void> {
    await saveDue();
    timer = undefined;
    if (running().length > 0) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      saving = saveAndGoOn();
    }, LOOK_EVERY_MS);
  }

  return {
    /** Something has begun to run. */
    wake: (): void => {
      if (!timer) schedule();
    },
    close: async (): Promise<void> => {
      await saving;
      clearTimeout(timer);
    },
  };
}
