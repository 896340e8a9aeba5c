import type { AnswerEvent } from '#contract/chat.ts';

type Reader = { onData: (event: AnswerEvent) => void; onError: () => void; onComplete: () => void };
type Options = {
  /** Opens the stream from this offset on. */
  subscribe: (offset: number, reader: Reader) => { unsubscribe: () => void };
  /** How much of the answer is here already, in UTF-16 units. */
  length: () => number;
  /** Takes one event in; false means that text before it is missing. */
  apply: (event: AnswerEvent) => boolean;
  onEnd: () => void;
  /** The stream broke; it is opened again by itself after a pause. */
  onTrouble: () => void;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** Follows one answer to its end, through broken connections and missing pieces. Returns what stops it. */
export function followAnswer({ subscribe, length, apply, onEnd, onTrouble }: Options): () => void {
  let subscription: { unsubscribe: () => void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let pauseMs = FIRST_PAUSE_MS;

  const close = () => {
    attempt += 1;
    clearTimeout(timer);
    subscription?.unsubscribe();
    subscription = null;
  };
  const openAfter = (waitMs: number) => {
    close();
    timer = setTimeout(open, waitMs);
  };
  const reopen = () => {
    onTrouble();
    openAfter(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  };
  const open = () => {
    const mine = attempt;
    const ifCurrent = (act: () => void) => () => {
      if (mine === attempt) act();
    };
    subscription = subscribe(length(), {
      onData: (event) => {
        if (mine !== attempt) return;
        if (!apply(event)) return reopen();
        pauseMs = FIRST_PAUSE_MS;
        if (event.type !== 'end') return;
        close();
        onEnd();
      },
      onError: ifCurrent(reopen),
      onComplete: ifCurrent(reopen),
    });
  };

  open();
  return close;
}
