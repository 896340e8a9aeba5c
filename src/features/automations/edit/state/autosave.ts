import { createListeners } from '#src/lib/listeners.ts';

/**
 * `offline`: kept in this browser, and tried again. `conflict`: it was changed somewhere else, and the owner decides. `refused`: the server
 * said why, and the next change is tried again.
 */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'refused';
type Failure = { state: 'offline' | 'conflict' | 'refused'; sentence: string };

type AutosaveOptions<Draft> = {
  saved: Draft;
  revision: number;
  /** Saves and returns the new revision. */
  save: (draft: Draft, revision: number) => Promise<number>;
  failureOf: (error: unknown) => Failure;
  delayMs?: number;
  retryMs?: number;
};

/** Saves what is wanted a moment after it has changed: one request at a time, and always the newest. */
export function createAutosave<Draft>(options: AutosaveOptions<Draft>) {
  const { save, failureOf, delayMs = 700, retryMs = 5_000 } = options;
  let { saved, revision } = options;
  let wanted = saved;
  let state: SaveState = 'saved';
  let sentence = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> | null = null;
  const { subscribe, notify } = createListeners();

  const show = (next: SaveState, why = '') => {
    state = next;
    sentence = why;
    notify();
  };
  const stopTimer = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const saveAll = async () => {
    while (wanted !== saved) {
      const taken = wanted;
      show('saving');
      try {
        revision = await save(taken, revision);
        saved = taken;
      } catch (error) {
        const failure = failureOf(error);
        show(failure.state, failure.sentence);
        if (failure.state === 'offline') {
          stopTimer();
          timer = setTimeout(() => void pump(), retryMs);
        }
        return;
      }
    }
    show('saved');
  };
  const pump = (): Promise<void> => {
    stopTimer();
    running ??= saveAll().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    subscribe,
    state: () => state,
    sentence: () => sentence,
    revision: () => revision,
    /** What is to be saved, sooner or later. */
    want: (draft: Draft): void => {
      if (draft === wanted) return;
      wanted = draft;
      if (state === 'conflict') return;
      if (running !== null) return;
      if (wanted === saved) {
        stopTimer();
        show('saved');
        return;
      }
      if (state !== 'offline') show('unsaved');
      stopTimer();
      timer = setTimeout(() => void pump(), delayMs);
    },
    /** Saves now. Whether everything is saved afterwards. */
    flush: async (): Promise<boolean> => {
      if (state === 'conflict') return false;
      await pump();
      return state === 'saved';
    },
    /** Continues from a revision that was read in the meantime: the draft replaces it, unless they are the same. */
    resumeFrom: (readRevision: number, read?: Draft): void => {
      revision = readRevision;
      if (read === undefined) {
        show('unsaved');
        void pump();
        return;
      }
      stopTimer();
      saved = read;
      wanted = read;
      show('saved');
    },
    stop: stopTimer,
  };
}
