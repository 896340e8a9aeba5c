import type { Db } from '#db/client.ts';
import { saveTurns } from '#db/queries/chat/turns.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import type { LiveEntry } from './turn-runner.ts';

/** How often the saver checks, and how old the saved part of an answer may get by then, in milliseconds: a second together. */
const CHECK_EVERY_MS = 200;
const SAVED_FOR_MS = 800;
/** The beginning of an answer is saved at every check: a reader who has just seen it appear would notice if it vanished. */
const EARLY_SAVES = 5;
/** The size limit of one statement: the signal names every answer, and a statement is held in memory whole. */
const BATCH_TURNS = 200;
const BATCH_CHARACTERS = 2_000_000;

type Dependencies = {
  db: Db;
  log: Log;
  trouble: Pick<DatabaseTrouble, 'note'>;
  running: () => LiveEntry[];
  /** A stop was requested, here or in another process. */
  onStop: (entry: LiveEntry) => void;
  /** Another process took this one for dead and ended the turn. */
  onLost: (entry: LiveEntry) => void;
};

const hasNewText = ({ answer, lengthBefore }: LiveEntry) => answer.text.length > lengthBefore;
const isDue = (entry: LiveEntry, nowMs: number) =>
  (hasNewText(entry) && entry.textSaves < EARLY_SAVES) || entry.savedAtMs <= nowMs - SAVED_FOR_MS;

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
 * Saves every answer in progress in this process once a second, and more often at its beginning, which also renews its lease.
 * Answers that are due share a statement; checking every fifth of a second spreads the load, so that it isn't noticeable. An answer whose
 * rows are locked is tried again at the next check.
 */
export function createTurnSaver({ db, log, trouble, running, onStop, onLost }: Dependencies) {
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();

  async function saveBatch(batch: LiveEntry[]): Promise<void> {
    const saved = batch.map(({ turn, answer }) => ({ ...turn, content: answer.text }));
    for (const entry of batch) {
      entry.savedAtMs = performance.now();
      if (hasNewText(entry)) entry.textSaves += 1;
    }
    const held = new Map((await saveTurns(db, saved)).map((row) => [row.answerId, row]));
    for (const entry of batch) {
      const row = held.get(entry.turn.answerId);
      if (!row) onLost(entry);
      else if (row.stopRequested) onStop(entry);
      else if (!row.isSaved) entry.savedAtMs = -Infinity;
    }
  }

  async function saveDue(): Promise<void> {
    const nowMs = performance.now();
    for (const batch of inBatches(running().filter((entry) => isDue(entry, nowMs)))) {
      try {
        await saveBatch(batch);
      } catch (error) {
        if (!trouble.note(error, { turns: batch.length }))
          log.error({ event: 'save failed', turns: batch.length, err: error }, 'save failed');
      }
    }
  }

  async function saveAndReschedule(): Promise<void> {
    await saveDue();
    timer = undefined;
    if (running().length > 0) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      saving = saveAndReschedule();
    }, CHECK_EVERY_MS);
  }

  return {
    /** A turn has started to run. */
    start: (): void => {
      if (!timer) schedule();
    },
    close: async (): Promise<void> => {
      await saving;
      clearTimeout(timer);
    },
  };
}
