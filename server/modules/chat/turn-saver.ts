import type { Db } from '#db/client.ts';
import { saveTurns } from '#db/queries/turns.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { LiveEntry } from './turn-runner.ts';

/** How often running answers are saved and say that they live, in milliseconds. */
const SAVE_EVERY_MS = 1_000;
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

/** Saves all that is being written in this process once a second, in one statement for many answers. */
export function createTurnSaver({ db, clock, log, running, onStop, onGone }: Dependencies) {
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();

  async function saveBatch(batch: LiveEntry[]): Promise<void> {
    const saved = batch.map(({ turn, answer }) => ({ ...turn, content: answer.text }));
    const alive = new Map((await saveTurns(db, saved, await clock.now())).map((row) => [row.id, row]));
    for (const entry of batch) {
      const row = alive.get(entry.turn.id);
      if (!row) onGone(entry);
      else if (row.stopRequested) onStop(entry);
    }
  }

  async function saveAll(): Promise<void> {
    for (const batch of inBatches(running())) {
      try {
        await saveBatch(batch);
      } catch (error) {
        log.error({ event: 'save failed', turns: batch.length, err: error }, 'save failed');
      }
    }
  }

  async function saveAndGoOn(): Promise<void> {
    await saveAll();
    timer = undefined;
    if (running().length > 0) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      saving = saveAndGoOn();
    }, SAVE_EVERY_MS);
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
